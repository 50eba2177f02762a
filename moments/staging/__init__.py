"""Uploaded files, kept until they are imported or cleared."""
