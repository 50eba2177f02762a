"""Scores: read, stored once, changeable for a time, then final (R1, R12)."""
