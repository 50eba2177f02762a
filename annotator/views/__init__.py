"""The pages of everybody who signs in, one a file."""
