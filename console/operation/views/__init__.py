"""What operation shows."""
