"""Kinds of decisions on the campaign itself."""

from moments.ledger.kinds import LedgerKind

CAMPAIGN_CREATED = LedgerKind("campaign_created", "campaign")
PROTOCOL_SET = LedgerKind("protocol_set", "campaign", shown=("version",), touches_all_pairs=True)
CAMPAIGN_COPIED = LedgerKind("campaign_copied", "campaign", shown=("source", "parts"))
CAMPAIGN_CHANGED = LedgerKind("campaign_changed", "campaign")
CAMPAIGN_STATUS = LedgerKind("campaign_status", "campaign")
