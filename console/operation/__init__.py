"""How the machinery is, for admins."""
