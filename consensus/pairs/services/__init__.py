"""What pairs writes."""
