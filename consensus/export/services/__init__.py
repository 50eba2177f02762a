"""What export writes."""
