"""What copying writes."""
