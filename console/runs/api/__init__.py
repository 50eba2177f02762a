"""What runs answers over REST."""
