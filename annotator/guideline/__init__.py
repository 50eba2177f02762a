"""The guideline: what the levels mean, the campaign's own words, and its examples."""
