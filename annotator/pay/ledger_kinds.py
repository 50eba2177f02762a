"""Kinds of decisions on pay."""

from moments.ledger.kinds import LedgerKind

RATE_SET = LedgerKind("rate_set", "campaign")
PAY_CLOSED = LedgerKind("pay_closed", "campaign")
PAY_ADJUSTED = LedgerKind("pay_adjusted", "person")
