"""What restoring writes."""
