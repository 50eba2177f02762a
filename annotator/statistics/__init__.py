"""How far people agree with each other and with the truth, as pure functions (docs/statistics.md)."""
