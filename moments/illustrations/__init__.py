"""Pictures and clips for the texts that leads write: taken in, kept like clips, removed."""
