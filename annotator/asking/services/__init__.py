"""What writing questions changes."""
