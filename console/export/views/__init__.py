"""What export shows."""
