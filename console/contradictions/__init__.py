"""The page of contradictions."""
