"""What authors and the pages about writing read."""
