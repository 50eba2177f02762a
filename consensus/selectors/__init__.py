"""What the third floor reads."""
