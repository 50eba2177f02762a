"""What material writes."""
