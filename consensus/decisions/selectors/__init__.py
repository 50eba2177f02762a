"""What decisions reads."""
