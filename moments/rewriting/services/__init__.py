"""What rewriting writes."""
