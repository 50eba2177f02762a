"""Candidates: which moments people are asked about for a query, by similarity or by pooling (R6)."""
