"""Decisions: rules, settling, review, agreement, labels, export, report and simulation; no pages."""
