"""The page of depth studies."""
