"""What leads tell people, and who has read it."""
