"""A whole campaign as one file: written, and made again from it."""
