"""What people answers over REST."""
