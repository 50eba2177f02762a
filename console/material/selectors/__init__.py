"""What material reads."""
