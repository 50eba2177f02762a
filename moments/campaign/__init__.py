"""Campaigns and the versions of their protocol."""
