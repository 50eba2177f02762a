"""Reads labels and runs of segments, and refuses what it cannot trust in one line."""
