"""What query shows."""
