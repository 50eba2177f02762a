"""The pages of runs, for leads and admins."""
