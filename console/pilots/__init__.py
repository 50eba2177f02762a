"""The page of pilots."""
