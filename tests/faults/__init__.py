"""Real processes on real PostgreSQL and Redis meet faults; I1–I8 hold, by the journal and `verify_campaign`."""
