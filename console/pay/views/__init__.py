"""What pay shows."""
