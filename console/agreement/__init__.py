"""The page of agreement."""
