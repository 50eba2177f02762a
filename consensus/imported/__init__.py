"""Reads scores that were given elsewhere: published datasets and exports of other tools."""
