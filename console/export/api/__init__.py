"""What export answers over REST."""
