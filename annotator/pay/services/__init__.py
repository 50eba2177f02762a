"""What pay writes."""
