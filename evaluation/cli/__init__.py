"""The commands of the library: `python -m evaluation`."""
