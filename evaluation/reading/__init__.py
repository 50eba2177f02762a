"""Reads labels and runs into columns, and refuses what it cannot trust in one line."""
