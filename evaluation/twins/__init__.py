"""Retrieval among twins: clips forwards and backwards, each with a caption that says which way time runs."""
