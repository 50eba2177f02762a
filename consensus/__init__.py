"""Decisions: rules, settling, review and export, and every page that shows verdicts; the third floor."""
