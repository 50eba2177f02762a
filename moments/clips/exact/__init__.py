"""Cutting exact frames of a video, as people saw them."""
