"""What runs takes from forms."""
