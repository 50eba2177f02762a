"""What agreement reads."""
