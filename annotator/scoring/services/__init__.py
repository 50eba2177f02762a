"""What scoring writes."""
