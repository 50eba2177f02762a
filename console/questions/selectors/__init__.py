"""What questions reads."""
