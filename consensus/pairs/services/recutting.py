"""Brings pairs back whose clip was reported as broken and is cut again."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.problems.selectors import mended_reports
from annotator.problems.services.mending import RESOLUTION, close_mended_reports
from annotator.seats.services.superseding import hold_people
from consensus.decisions.ledger_kinds import PAIR_PUT_BACK
from moments.campaign.services import hold_campaign
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import Campaign

ACTOR = "rule"


def return_recut_pairs(*, campaign: Campaign, now: datetime) -> int:
    """Put the pairs back into their queues, without a lead; how many there were. Repeating it finds none."""
    if not mended_reports(campaign).exists():  # nearly every sweep: nothing to lock
        return 0
    with transaction.atomic():
        hold_campaign(campaign)
        hold_people(campaign)  # a report that comes now must not be overlooked
        pairs = close_mended_reports(campaign=campaign, now=now)
        records = [
            Record(PAIR_PUT_BACK, ACTOR, {"reason": RESOLUTION}, pair.query.query_id, pair.number) for pair in pairs
        ]
        record_decisions(campaign=campaign, records=records, now=now)
    return len(pairs)
