"""Runs of retrieval systems on a campaign's labels: sent, scored and compared."""
