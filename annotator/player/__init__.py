"""The player of clips: its program, and the words in it."""
