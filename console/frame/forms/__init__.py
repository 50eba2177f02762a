"""What frame takes from forms."""
