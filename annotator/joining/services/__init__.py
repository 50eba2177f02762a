"""What joining writes."""
