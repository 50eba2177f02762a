"""What the second floor reads."""
