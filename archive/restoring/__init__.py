"""A campaign made again from its file: all of it or nothing."""
