"""What the second floor writes."""
