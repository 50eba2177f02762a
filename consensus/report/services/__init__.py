"""What report writes."""
