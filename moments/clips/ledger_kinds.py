"""Kinds of decisions on where a campaign's videos lie."""

from moments.ledger.kinds import LedgerKind

PLACE_GIVEN = LedgerKind("video_place_given", "campaign")
PLACE_TAKEN_BACK = LedgerKind("video_place_taken_back", "campaign")
