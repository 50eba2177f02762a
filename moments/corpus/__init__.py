"""Videos, moments and queries, and the files that they come in."""
