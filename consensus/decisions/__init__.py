"""Verdicts, the scores that they rest on, and why they are what they are."""
