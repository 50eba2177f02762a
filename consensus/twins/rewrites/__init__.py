"""Rewrites of captions for training: which are kept, and how many of them are wrong."""
