"""What campaign reads."""
