"""The page that replays a campaign under another protocol."""
