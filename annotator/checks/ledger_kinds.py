"""Kinds of decisions on hidden checks and on how the campaign is staffed."""

from moments.ledger.kinds import LedgerKind

GOLD_SET = LedgerKind("gold_set", "pair", shown=("relevance",))
GOLD_STOPPED = LedgerKind("gold_stopped", "pair")
STAFFING_SET = LedgerKind("staffing_set", "campaign")
TARGETS_SET = LedgerKind("targets_set", "campaign")
