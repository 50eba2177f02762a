"""The state of the platform, for admins."""
