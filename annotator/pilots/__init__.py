"""Pilots: people score the same pairs to train and to tune the guideline; the scores never become labels."""
