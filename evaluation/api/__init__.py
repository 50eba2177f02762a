"""Runs through the REST API, for leads and admins."""
