"""The report's sections in marking campaigns, from counts to tables and drawings."""
