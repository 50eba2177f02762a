"""Kinds of decisions on the tutorial."""

from moments.ledger.kinds import LedgerKind

TUTORIAL_SAVED = LedgerKind("tutorial_saved", "campaign")
TUTORIAL_DONE = LedgerKind("tutorial_done", "person")
