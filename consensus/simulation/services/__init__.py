"""What simulation writes."""
