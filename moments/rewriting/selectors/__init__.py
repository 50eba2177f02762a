"""What rewriting reads."""
