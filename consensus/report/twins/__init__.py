"""The report's sections for a twins campaign, from counts to tables and drawings."""
