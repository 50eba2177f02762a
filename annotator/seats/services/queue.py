"""Fills people's queues ahead of need, so that a claim is one indexed read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from annotator.models import Membership, Role, Standing, Viewing
from annotator.people.selectors.memberships import members_at_work
from annotator.seats.selectors.queue import few_wait, priority_tiers, single_seats
from annotator.seats.services.sharing import SharePlan
from annotator.seats.services.taking import MOST_SINGLES, take_over, take_singles
from moments.database.prepared import PreparedUpdate
from moments.jobs.services.steps import each_in_turn
from moments.models import Campaign, CampaignStatus

LOW_WATER = 10


def fill_queues(*, campaign: Campaign, now: datetime, with_clips: bool = True) -> int:
    """Fill the queue of everybody at work up to the low-water mark; the number of seats reserved.

    Who writes about a video gets questions of others once they ask for them: until then, they are for those who mark.
    Open work of twins is shared out evenly, because it comes in stages: all of it could go to one person.
    """
    members = list(members_at_work(campaign, now).exclude(pk__in=_writing(campaign)))
    want = LOW_WATER
    if campaign.is_twin and members:
        open_now = single_seats(campaign, with_clips=with_clips).count()
        want = max(1, min(want, math.ceil(open_now / len(members))))
    return sum(
        each_in_turn(lambda member: fill_queue(member=member, now=now, want=want, with_clips=with_clips), members)
    )


def _writing(campaign: Campaign) -> QuerySet[Viewing, int]:
    """Those who have a video to write about, by their primary keys; nobody in a grading campaign."""
    begun = Viewing.objects.filter(share__campaign=campaign, share__number=1, ended_at=None)
    return begun.values_list("share__annotator", flat=True)


@transaction.atomic(savepoint=False)
def fill_queue(*, member: Membership, now: datetime, want: int = LOW_WATER, with_clips: bool = True) -> int:
    """Reserve seats for the person until `want` wait or nothing is left; the number reserved.

    The conditional UPDATE on the person's row lets in only qualified people of an open campaign, and
    holds the row, so that two fills of one queue follow each other. What others let go (R13) comes
    last, when nothing else is left. In a twins campaign nobody takes many more than they want.
    """
    if not _admission.run(member=member.pk):
        return 0
    reserved = 0
    most = want if member.campaign.is_twin else MOST_SINGLES
    tiers: list[int | None] = []
    while few_wait(member, want, with_clips=with_clips):
        tiers = tiers or priority_tiers(member.campaign)
        taken = _take_by_priority(member, now, with_clips, tiers, most, waiting=not reserved) or take_over(
            member=member, now=now, with_clips=with_clips
        )
        if not taken:
            break
        reserved += taken
    return reserved


def _take_by_priority(
    member: Membership, now: datetime, with_clips: bool, tiers: Sequence[int | None], most: int, *, waiting: bool
) -> int:
    """Up to `most` single seats, else a share, of the queries that go first; the number taken.

    What others are taking is waited for if nothing else is left, by who is `waiting`.
    """
    plan = SharePlan(member=member, now=now, with_clips=with_clips)
    for tier in tiers:
        singles = take_singles(member=member, now=now, with_clips=with_clips, priority=tier, most=most)
        taken = singles or plan.take(priority=tier)
        if taken:
            return taken
    if not waiting or not plan.busy:
        return 0
    return next((taken for tier in tiers if not plan.holds and (taken := plan.wait(priority=tier))), 0)


def _admitted(member: int) -> tuple[QuerySet[Membership], dict[str, Any]]:
    """The member's row where they may be given seats, and a change of it that changes nothing."""
    admitted = Membership.objects.filter(
        pk=member, role=Role.ANNOTATOR, standing=Standing.QUALIFIED, campaign__status=CampaignStatus.OPEN
    )
    return admitted, {"next_position": F("next_position")}


_admission = PreparedUpdate(_admitted, member=int)
