"""What the pages of videos read."""
