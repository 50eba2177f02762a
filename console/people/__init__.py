"""The people of a campaign, and one person over time."""
