"""What the desk's benchmark is made of: a campaign, a server, a line that can be slow or cut, and hands."""
