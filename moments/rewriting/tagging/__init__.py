"""Taggers find people's names in texts, with a score or without."""
