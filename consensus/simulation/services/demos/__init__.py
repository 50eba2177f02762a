"""The campaigns of the demo, and who signs in there."""
