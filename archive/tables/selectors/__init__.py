"""What tables reads."""
