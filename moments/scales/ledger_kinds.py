"""Kinds of decisions on the scale."""

from moments.ledger.kinds import LedgerKind

SCALE_SET = LedgerKind("scale_set", "campaign", shown=("levels",))
