"""Truths from a file of markings, without a database (M1 to M3)."""
