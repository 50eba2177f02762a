"""The page on which people accept, change or reject captions and windows (M5)."""
