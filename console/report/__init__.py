"""The page of the campaign's report."""
