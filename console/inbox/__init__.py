"""The inbox page."""
