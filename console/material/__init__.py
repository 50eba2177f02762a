"""The videos of a campaign as files, for admins."""
