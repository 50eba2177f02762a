"""Filters of the lead's pages."""
