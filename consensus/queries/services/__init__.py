"""What queries writes."""
