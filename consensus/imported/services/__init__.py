"""What imported writes."""
