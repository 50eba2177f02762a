"""The ranking inspector."""
