"""Reads questions and quotas from files, as pure functions; every error names the file and line."""
