"""What twin_truths writes."""
