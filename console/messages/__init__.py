"""Where leads write to people and see who has read it."""
