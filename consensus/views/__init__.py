"""The lead's pages, one a file."""
