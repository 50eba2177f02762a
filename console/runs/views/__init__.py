"""What runs shows."""
