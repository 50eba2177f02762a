"""What the fourth floor reads."""
