"""What the first floor writes."""
