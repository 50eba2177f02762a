"""Kinds of decisions on queries that are made here."""

from moments.ledger.kinds import LedgerKind

QUERIES_SAMPLED = LedgerKind("queries_sampled", "campaign")
QUERY_ADDED = LedgerKind("query_added", "campaign")
