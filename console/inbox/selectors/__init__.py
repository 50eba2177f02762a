"""What inbox reads."""
