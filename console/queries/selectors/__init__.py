"""What query reads."""
