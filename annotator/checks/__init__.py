"""Hidden checks: gold, and how often people meet it."""
