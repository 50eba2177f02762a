"""What derived writes."""
