"""The REST API of captions and windows."""
