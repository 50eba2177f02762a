"""What labels reads."""
