"""Runs: sent, scored, deleted."""
