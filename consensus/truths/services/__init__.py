"""What truths writes."""
