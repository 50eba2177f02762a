"""What verify reads."""
