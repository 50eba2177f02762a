"""What people order for a campaign as a whole: a sweep at once, and a check of everything that is stored."""
