"""The pay sheet, for admins."""
