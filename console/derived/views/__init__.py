"""Pages of captions and windows."""
