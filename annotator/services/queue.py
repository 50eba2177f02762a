"""Fills people's queues ahead of need, so that a claim is one indexed read."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F

from annotator.models import Membership, Role, Standing
from annotator.selectors.people import members_at_work
from annotator.selectors.queue import waiting_seats
from annotator.services.taking import take_over, take_rest, take_share, take_singles
from moments.models import Campaign, CampaignStatus

LOW_WATER = 10


def fill_queues(*, campaign: Campaign, now: datetime, with_clips: bool = True) -> int:
    """Fill the queue of everybody at work up to the low-water mark; the number of seats reserved."""
    members = list(members_at_work(campaign, now))
    return sum(fill_queue(member=member, now=now, with_clips=with_clips) for member in members)


@transaction.atomic
def fill_queue(*, member: Membership, now: datetime, want: int = LOW_WATER, with_clips: bool = True) -> int:
    """Reserve seats for the person until `want` wait or nothing is left; the number reserved.

    The conditional UPDATE on the person's row lets in the qualified of an open campaign alone, and
    holds the row, so that two fills of one queue follow each other. What others let go (R13) comes
    last, when nothing else is left.
    """
    admitted = Membership.objects.filter(
        pk=member.pk,
        role=Role.ANNOTATOR,
        standing=Standing.QUALIFIED,
        campaign__status=CampaignStatus.OPEN,
    ).update(next_position=F("next_position"))
    if not admitted:
        return 0
    reserved = 0
    while waiting_seats(member, with_clips=with_clips)[:want].count() < want:
        taken = (
            take_singles(member=member, now=now, with_clips=with_clips)
            or take_share(member=member, now=now, with_clips=with_clips)
            or take_rest(member=member, now=now, with_clips=with_clips)
            or take_over(member=member, now=now, with_clips=with_clips)
        )
        if not taken:
            break
        reserved += taken
    return reserved
