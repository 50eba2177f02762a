"""What pairs reads."""
