"""The report's sections where a campaign marks, from counts to tables and drawings."""
