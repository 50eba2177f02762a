"""What desk answers over REST."""
