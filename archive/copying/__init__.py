"""Copies of campaigns: their settings, and their corpus if that is wanted."""
