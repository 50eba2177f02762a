"""Runs scored against labels: every measure, means, and how sure they are."""
