"""What the third floor writes."""
