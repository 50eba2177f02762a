"""What jobs writes."""
