"""Decisions of leads in campaigns of twins, by program."""
