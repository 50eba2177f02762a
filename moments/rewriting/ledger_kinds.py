"""Kinds of decisions on captions."""

from moments.ledger.kinds import LedgerKind

CAPTIONS_REWRITTEN = LedgerKind("captions_rewritten", "campaign")
CAPTION_DECIDED = LedgerKind("caption_decided", "campaign")
