"""The campaign and its corpus: protocol, ledger, jobs, moments, queries, rewriting, ranking and clips."""
