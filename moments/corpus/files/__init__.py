"""Reads the files that users hand in, as pure functions; every error names the file and line."""
