"""What corpus reads."""
