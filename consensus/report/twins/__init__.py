"""The report's sections for a campaign of twins, from counts to tables and drawings."""
