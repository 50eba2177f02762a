"""Candidate pools: the clips of a video among which a system has to find the truth of a question (M6)."""
