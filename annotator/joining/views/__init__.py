"""What joining shows."""
