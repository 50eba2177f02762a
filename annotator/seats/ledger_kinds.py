"""Kinds of decisions on who scores."""

from moments.ledger.kinds import LedgerKind

PERSON_STANDING = LedgerKind("person_standing", "person")
PERSON_ACCOUNT = LedgerKind("person_account", "person")
SEATS_REASSIGNED = LedgerKind("seats_reassigned", "person", history="seats reassigned")
SEATS_RELEASED = LedgerKind("seats_released", "person", history="seats released")
