"""Kinds of decisions on candidates."""

from moments.ledger.kinds import LedgerKind

CANDIDATES_RANKED = LedgerKind("candidates_ranked", "campaign")
