"""Files that an admin uploaded, kept until they are imported or cleared."""
