"""What guideline reads."""
