"""What desk shows."""
