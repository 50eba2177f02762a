"""What clips writes."""
