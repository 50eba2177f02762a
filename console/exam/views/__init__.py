"""What exam shows."""
