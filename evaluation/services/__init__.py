"""What changes on the fourth floor."""
