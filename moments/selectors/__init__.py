"""What the first floor reads."""
