"""What report reads."""
