"""Stores what annotators submit: each key once, each seat one current score (I1, I2, R12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from annotator.models import Membership
from annotator.scoring.entries import Refused, ScoreEntry, read_entry
from annotator.scoring.services.marks import MarkTaking
from annotator.scoring.services.taking import ScoreTaking
from annotator.scoring.services.twins import TwinTaking
from annotator.scoring.submitted import Submitted
from annotator.seats.services.leasing import mark_shown
from moments.models import Campaign, CampaignKind

TAKING: dict[CampaignKind, type[ScoreTaking]] = {
    CampaignKind.GRADE: ScoreTaking,
    CampaignKind.MARK: MarkTaking,
    CampaignKind.TWIN: TwinTaking,
}


def submit_scores(
    *, member: Membership, entries: Sequence[object], now: datetime, shown: Iterable[UUID] = ()
) -> list[Submitted]:
    """Store each entry that can be taken, in order, and say of each what became of it.

    One that cannot be taken does not hinder the others. The answers are true once this returns
    outside a transaction, that is after COMMIT. The first UPDATE renews the lease and holds the person's row, so
    that a person's submissions follow each other and a key is looked up and stored by one of them.
    `shown` are seats whose clip was shown; a score says so of its own.
    """
    with transaction.atomic(savepoint=False):
        read = [_read(raw, member.campaign) for raw in entries]
        taking = TAKING[CampaignKind(member.campaign.kind)](
            member, [entry for entry in read if isinstance(entry, ScoreEntry)], now
        )
        results = [item if isinstance(item, Submitted) else taking.submit(item) for item in read]
        mark_shown(member=member, seats=shown, now=now)
        return results


def _read(raw: object, campaign: Campaign) -> ScoreEntry | Submitted:
    try:
        return read_entry(raw, is_graded=campaign.is_graded, scale=campaign.scale)
    except Refused as refusal:
        named = raw.get("seat") if isinstance(raw, dict) else None
        seat = named if isinstance(named, str) else None
        return Submitted(seat, "refused", str(refusal), code="bad_entry")
