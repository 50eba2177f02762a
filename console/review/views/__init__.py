"""What review shows."""
