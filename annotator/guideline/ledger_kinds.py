"""Kinds of decisions on the guideline."""

from moments.ledger.kinds import LedgerKind

GUIDELINE_SAVED = LedgerKind("guideline_saved", "campaign")
