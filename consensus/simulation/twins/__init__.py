"""Synthetic judges, writers and checkers of twins, over drawn movements whose reverse is known by construction."""
