"""What seats writes."""
