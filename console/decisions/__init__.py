"""Queues of what only people can decide, one item after another by keyboard."""
