"""Consensus from a file of raw scores, without a database (R3, R5, R8)."""
