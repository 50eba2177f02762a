"""What comparison reads."""
