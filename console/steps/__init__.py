"""The steps from a corpus to an open campaign as forms, and what is ordered for a campaign as a whole."""
