"""Limits of numbers that files, tables and pages share."""

from __future__ import annotations

LARGEST_PAIR_NUMBER = 2**53 - 1  # that every reader of JSON keeps: exports and browsers know pairs by it
