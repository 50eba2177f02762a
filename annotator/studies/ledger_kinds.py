"""Kinds of decisions on studies."""

from moments.ledger.kinds import LedgerKind

STUDY_MADE = LedgerKind("study_made", "campaign")
STUDY_STOPPED = LedgerKind("study_stopped", "campaign")
