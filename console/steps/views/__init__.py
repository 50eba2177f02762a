"""The views of steps."""
