"""Reads labels and runs of twins, and refuses what it cannot trust in one line."""
