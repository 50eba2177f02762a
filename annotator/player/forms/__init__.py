"""How programs get what they play."""
