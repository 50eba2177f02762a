"""What material shows."""
