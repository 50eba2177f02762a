"""What questions shows."""
