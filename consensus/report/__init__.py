"""The published analysis of a campaign's labels: figures from counts, tables, drawings, one page."""
