"""What rewriting shows."""
