"""Kinds of decisions on invites, consent and leaving."""

from moments.ledger.kinds import LedgerKind

INVITE_MADE = LedgerKind("invite_made", "campaign")
INVITE_REVOKED = LedgerKind("invite_revoked", "campaign")
CONSENT_SAVED = LedgerKind("consent_saved", "campaign")
CONSENT_GIVEN = LedgerKind("consent_given", "person")
CONSENT_DECLINED = LedgerKind("consent_declined", "person")
LEAVING_POLICY = LedgerKind("leaving_policy", "campaign")
