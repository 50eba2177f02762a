"""What ranking writes."""
