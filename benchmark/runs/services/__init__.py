"""What runs writes."""
