"""What exam reads."""
