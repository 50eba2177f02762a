"""Campaigns with work at known moments, for the tests of hours and pay."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from annotator.models import Membership, PayPeriod, Purpose, Score, Seat, SeatState, WorkEvent, WorkKind
from annotator.pay.services.closing import close_period
from moments.models import Campaign, Pair
from tests.built_once import built_once
from tests.factories import make_campaign, make_member, make_query, pilot_for, sitting_for, study_for

_numbers = itertools.count(1)
MARCH = datetime(2026, 3, 1, 9, tzinfo=UTC)
NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)


@built_once
def paid_campaign(
    slug: str = "films", *, people: int = 1, rate: str = "14.00", zone: str = "UTC"
) -> tuple[Campaign, list[Membership]]:
    """A campaign of 14.00 an hour with one pair, and its annotators."""
    campaign = make_campaign(slug)
    Campaign.objects.filter(pk=campaign.pk).update(
        hourly_rate=rate, time_zone=zone, created_at=MARCH - timedelta(days=1)
    )
    campaign.refresh_from_db()
    make_query(campaign, pairs=1)
    return campaign, [make_member(campaign) for _ in range(people)]


def worked(
    member: Membership,
    *moments: datetime,
    shown_ms: int | None = 0,
    purpose: Purpose = Purpose.REPEAT,
    current: bool = True,
    saved_at: datetime | None = None,
) -> None:
    """A score at each moment; who met a pair before is in no study or pilot of it, so that these have their own."""
    pair = Pair.objects.filter(campaign=member.campaign).first()
    if purpose in (Purpose.STUDY, Purpose.PILOT):
        pair = make_query(member.campaign, pairs=1).pairs.get()
    seats = Seat.objects.bulk_create(
        Seat(
            campaign=member.campaign,
            pair=pair,
            purpose=purpose,
            sitting=sitting_for(member, purpose),
            study=study_for(member, purpose),
            pilot=pilot_for(member, purpose),
            round=1,
            number=1,
            state=SeatState.SETTLED,
            annotator=member,
        )
        for _ in moments
    )
    Score.objects.bulk_create(
        Score(
            seat=seat,
            annotator=member,
            key=f"pay-{next(_numbers)}",
            relevance=3,
            saved_at=saved_at or moment,
            worked_at=moment,
            changeable_until=saved_at or moment,
            shown_ms=shown_ms,
            current=current,
        )
        for seat, moment in zip(seats, moments, strict=True)
    )


def beside(member: Membership, kind: WorkKind, moment: datetime, shown_ms: int | None = 0) -> None:
    """Work that leaves no score."""
    WorkEvent.objects.create(
        annotator=member, kind=kind, key=f"event-{next(_numbers)}", worked_at=moment, shown_ms=shown_ms
    )


def minutes(begin: datetime, count: int) -> Iterable[datetime]:
    """The begin and `count` further moments a minute apart: `count` minutes of work."""
    return [begin + timedelta(minutes=minute) for minute in range(count + 1)]


def work_an_hour(member: Membership, day: int, *, hour: int = 9, saved_at: datetime | None = None) -> None:
    """61 scores over one hour of a day in March 2026, UTC."""
    worked(member, *minutes(datetime(2026, 3, day, hour, tzinfo=UTC), 60), saved_at=saved_at)


def close(campaign: Campaign, first: int, last: int, *, now: datetime = NOW) -> PayPeriod:
    """Close days of March 2026."""
    return close_period(
        campaign=campaign, first_day=date(2026, 3, first), last_day=date(2026, 3, last), now=now, actor="admin"
    )


def money(text: str) -> Decimal:
    return Decimal(text)
