"""Scores a run of segments by task and overall, beside chance and, where asked for, published figures."""
