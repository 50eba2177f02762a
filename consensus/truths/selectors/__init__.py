"""What truths reads."""
