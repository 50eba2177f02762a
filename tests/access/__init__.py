"""Rows of the table of access, by area; tests/test_access.py asks them all."""
