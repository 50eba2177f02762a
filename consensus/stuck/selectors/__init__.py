"""What stuck reads."""
