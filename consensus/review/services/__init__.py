"""What review writes."""
