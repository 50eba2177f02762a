"""Scales of campaigns: how long one may change, and changing it."""
