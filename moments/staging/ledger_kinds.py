"""Kinds of decisions on files that are taken in."""

from moments.ledger.kinds import LedgerKind

CORPUS_IMPORTED = LedgerKind("corpus_imported", "campaign")
