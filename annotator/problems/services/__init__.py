"""What problems writes."""
