"""What captioning writes."""
