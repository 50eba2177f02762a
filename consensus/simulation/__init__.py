"""Synthetic annotators and pairs that behave like a campaign that was really held (docs/simulation.md)."""
