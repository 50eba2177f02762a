"""The REST API of desk."""
