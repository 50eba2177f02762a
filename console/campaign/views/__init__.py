"""What campaign shows."""
