"""What joining reads."""
