"""Kinds of decisions on illustrations."""

from moments.ledger.kinds import LedgerKind

ILLUSTRATION_ADDED = LedgerKind("illustration_added", "campaign")
ILLUSTRATION_REMOVED = LedgerKind("illustration_removed", "campaign")
