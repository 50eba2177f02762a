"""What people takes from forms."""
