"""Where leads set up the levels of relevance."""
