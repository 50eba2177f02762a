"""Decisions of leads in twins campaigns, by program."""
