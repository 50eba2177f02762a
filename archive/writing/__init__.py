"""A campaign into one file."""
