"""What writes saved views, and what acts on many pairs."""
