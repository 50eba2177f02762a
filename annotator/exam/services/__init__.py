"""What exam writes."""
