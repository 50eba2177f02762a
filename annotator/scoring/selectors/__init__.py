"""What scoring reads."""
