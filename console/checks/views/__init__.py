"""What checks shows."""
