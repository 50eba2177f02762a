"""What checks writes."""
