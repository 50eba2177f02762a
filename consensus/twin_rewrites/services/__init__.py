"""What rewriting of captions writes."""
