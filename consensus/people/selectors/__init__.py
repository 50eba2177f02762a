"""What people reads."""
