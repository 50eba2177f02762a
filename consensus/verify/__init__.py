"""The invariants I1–I5 and I8, searched for breaches on the stored data."""
