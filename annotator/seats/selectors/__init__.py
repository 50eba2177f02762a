"""What seats reads."""
