"""The videos of a campaign as files: which lie where its names look for them, and how new ones come in."""
