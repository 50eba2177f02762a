"""What clips reads."""
