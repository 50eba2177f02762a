"""What corpus shows."""
