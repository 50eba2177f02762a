"""The page of reports and questions."""
