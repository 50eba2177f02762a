"""Kinds of decisions on pilots."""

from moments.ledger.kinds import LedgerKind

PILOT_MADE = LedgerKind("pilot_made", "campaign")
PILOT_STOPPED = LedgerKind("pilot_stopped", "campaign")
