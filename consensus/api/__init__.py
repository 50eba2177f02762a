"""Exports through the REST API, for admins."""
