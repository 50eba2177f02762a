"""What desk reads."""
