"""Kinds of decisions on people, their accounts and their tokens."""

from moments.ledger.kinds import LedgerKind

PERSON_JOINED = LedgerKind("person_joined", "person")
PERSON_MADE_ADMIN = LedgerKind("person_made_admin", "person")
PERSON_UNMADE_ADMIN = LedgerKind("person_unmade_admin", "person")
PERSON_UNLOCKED = LedgerKind("person_unlocked", "person")
PERSON_RESET_LINK = LedgerKind("person_reset_link", "person")
PERSON_PASSWORD_RESET = LedgerKind("person_password_reset", "person")
PERSON_PASSWORD_SET = LedgerKind("person_password_set", "person")
PAY_GRANTED = LedgerKind("pay_granted", "person")
PAY_REVOKED = LedgerKind("pay_revoked", "person")
TOKEN_MADE = LedgerKind("token_made", "person")
TOKEN_REVOKED = LedgerKind("token_revoked", "person")
