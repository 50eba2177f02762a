"""Makes what tests need through the real services; names and numbers are plain and predictable."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from annotator.desk.services.claiming import claim_seats
from annotator.models import Exam, Membership, Pilot, Purpose, Role, Seat, Sitting, Standing, Study, Tutorial, User
from annotator.people.services.people import join_campaign
from annotator.scoring.services.scoring import submit_scores
from annotator.scoring.submitted import Submitted
from annotator.tutorial.services import Chosen, save_tutorial
from consensus.export.services.history import make_exports, request_export
from consensus.models import Export
from consensus.opening.services import open_campaign
from consensus.sweep.services import Swept, settle_campaign
from moments.campaign.services import create_campaign
from moments.jobs.services.leases import take_job
from moments.models import Campaign, Clip, ClipState, Direction, Job, Moment, Pair, Query, Twin, Video
from moments.protocol import Protocol
from tests.built_once import built_once

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
PASSWORD = "a good long password"
_numbers = itertools.count(1)


def make_campaign(slug: str = "films", *, protocol: Protocol | None = None, **fields: Any) -> Campaign:
    """A campaign in draft."""
    return create_campaign(
        slug=slug, protocol=protocol or Protocol(), now=NOW, actor="test", seed=fields.pop("seed", 1), **fields
    )


def make_user(username: str = "") -> User:
    """An account whose password is PASSWORD."""
    return User.objects.create_user(username or f"person-{next(_numbers):06}", PASSWORD)


def make_admin(username: str = "") -> User:
    """An admin of the platform."""
    return User.objects.create_superuser(username or f"admin-{next(_numbers)}", PASSWORD)


def make_member(
    campaign: Campaign,
    *,
    role: Role = Role.ANNOTATOR,
    standing: Standing = Standing.QUALIFIED,
    user: User | None = None,
) -> Membership:
    """A member, by default a qualified annotator."""
    return join_campaign(
        user=user or make_user(), campaign=campaign, role=role, standing=standing, now=NOW, actor="test"
    )


def make_sitting(member: Membership) -> Sitting:
    """The member's sitting of an exam without items, for a seat to belong to."""
    number = next(_numbers)
    exam = Exam.objects.create(
        campaign=member.campaign, number=number, items_a_sitting=1, created_at=NOW, state="closed", frozen_at=NOW
    )
    return Sitting.objects.create(
        exam=exam, member=member, number=1, state="passed", started_at=NOW, first_done_at=NOW, ended_at=NOW
    )


def sitting_for(member: Membership, purpose: str) -> Sitting | None:
    """The sitting that a seat of that purpose must name."""
    return make_sitting(member) if purpose == Purpose.EXAM else None


def study_for(member: Membership, purpose: str) -> Study | None:
    """The study that a seat of that purpose must name, with nothing in it."""
    if purpose != Purpose.STUDY:
        return None
    return Study.objects.create(campaign=member.campaign, number=next(_numbers), seed=1, created_at=NOW)


def pilot_for(member: Membership, purpose: str) -> Pilot | None:
    """The pilot that a seat of that purpose must name, with nothing in it."""
    if purpose != Purpose.PILOT:
        return None
    return Pilot.objects.create(campaign=member.campaign, number=next(_numbers), top=1, created_at=NOW)


def make_lead(campaign: Campaign) -> Membership:
    """A lead of the campaign."""
    return make_member(campaign, role=Role.LEAD)


def make_moments(campaign: Campaign, count: int) -> list[Moment]:
    """`count` moments of one more video, each with a clip that is ready (its bytes are not stored)."""
    if not count:
        return []
    first = next(_numbers) * 1000
    video = Video.objects.create(campaign=campaign, name=f"video-{first}", duration_s=10.0 * count)
    moments = [
        Moment(
            campaign=campaign,
            video=video,
            desc_id=first + place,
            start_s=10.0 * place,
            end_s=10.0 * place + 5,
            description=f"Person {first + place} walks.",
            caption=f"somebody {first + place} walks.",
            kind="v",
        )
        for place in range(count)
    ]
    Moment.objects.bulk_create(moments)
    make_clips(moments)
    return moments


def make_clips(moments: Iterable[Moment]) -> None:
    """A clip of each moment that is ready (its bytes are not stored)."""
    Clip.objects.bulk_create(
        Clip(moment=moment, state=ClipState.READY, width=64, height=36, frames=3, seconds=1.0, size=100)
        for moment in moments
    )


def make_twins(campaign: Campaign, count: int) -> list[Twin]:
    """`count` forward moments of one more video, and the backward twin of each; all have a clip that is ready."""
    forward = make_moments(campaign, count)
    backward = [
        Moment(
            campaign=campaign,
            video=moment.video,
            desc_id=moment.desc_id + 500,
            start_s=moment.start_s,
            end_s=moment.end_s,
            kind=moment.kind,
            direction=Direction.BACKWARD,
        )
        for moment in forward
    ]
    Moment.objects.bulk_create(backward)
    make_clips(backward)
    return [Twin.objects.create(forward=one, backward=other) for one, other in zip(forward, backward, strict=True)]


def make_query(campaign: Campaign, *, pairs: int = 20, split: str = "val", text: str = "") -> Query:
    """A query with `pairs` candidates of its own, similarity falling from 1 by 0.01 a rank."""
    moments = make_moments(campaign, pairs)
    highest = campaign.queries.order_by("-query_id").values_list("query_id", flat=True).first() or 0
    query = Query.objects.create(
        campaign=campaign,
        query_id=highest + 1,
        split=split,
        text=text or f"query text {highest + 1}",
        own_moment=moments[0] if moments else None,
    )
    number = campaign.pairs.count()
    Pair.objects.bulk_create(
        Pair(
            campaign=campaign,
            query=query,
            moment=moment,
            number=number + rank,
            rank=rank,
            similarity=round(1 - (rank - 1) / 100, 6),
        )
        for rank, moment in enumerate(moments, start=1)
    )
    return query


def make_tutorial(campaign: Campaign, *, practices: int = 1) -> Tutorial:
    """The campaign's first tutorial, with practice pairs of a query of the exam split, all of level 2."""
    pairs = make_query(campaign, pairs=practices, split="exam").pairs.order_by("rank") if practices else []
    chosen = [Chosen(pair.number, 2, "half of it") for pair in pairs]
    return save_tutorial(
        campaign=campaign, text="Watch it whole.", practices=chosen, actor="test", now=NOW, seen_version=None
    )


def opened_campaign(
    slug: str = "films",
    *,
    people: int = 2,
    queries: int = 1,
    pairs: int = 20,
    protocol: Protocol | None = None,
    **fields: Any,
) -> tuple[Campaign, list[Membership]]:
    """An open campaign with its qualified annotators."""
    campaign = _opened(slug, people, queries, pairs, protocol, **fields)
    members = list(campaign.members.select_related("user").order_by("pk"))
    for member in members:
        member.campaign = campaign
    return campaign, members


@built_once
def _opened(slug: str, people: int, queries: int, pairs: int, protocol: Protocol | None, **fields: Any) -> Campaign:
    campaign = make_campaign(slug, protocol=protocol, **fields)
    for _ in range(queries):
        make_query(campaign, pairs=pairs)
    for _ in range(people):
        make_member(campaign)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    return campaign


def claim(member: Membership, count: int = 3, *, now: datetime = NOW) -> list[Seat]:
    """The member's next seats."""
    return claim_seats(member=member, count=count, now=now).seats


def entry(seat: Seat, relevance: object, *, key: str = "", **fields: object) -> dict[str, object]:
    """A submitted score as JSON gives it."""
    return {
        "seat": str(seat.public_id),
        "relevance": relevance,
        "key": key or f"key-{next(_numbers)}",
        "shown_ms": 1000,
        **fields,
    }


def submit(member: Membership, seat: Seat, relevance: object, *, now: datetime = NOW, **fields: Any) -> Submitted:
    """What became of one submitted score."""
    (result,) = submit_scores(member=member, entries=[entry(seat, relevance, **fields)], now=now)
    return result


def score_all(
    members: Sequence[Membership],
    value: Callable[[Pair, Membership], int] | int = 3,
    *,
    now: datetime = NOW,
) -> int:
    """Everybody scores all that they can get; `value` is the score or makes it. How many scores."""
    scored = 0
    while True:
        before = scored
        for member in members:
            seats = claim(member, 20, now=now)
            entries = [entry(seat, value if isinstance(value, int) else value(seat.pair, member)) for seat in seats]
            results = submit_scores(member=member, entries=entries, now=now) if seats else []
            assert [result.status for result in results] == ["saved"] * len(seats)
            scored += len(seats)
        if scored == before:
            return scored


def settle(campaign: Campaign, *, now: datetime = NOW, after_s: int = 61) -> Swept:
    """One sweep, by default a minute and a second later."""
    return settle_campaign(campaign=campaign, now=now + timedelta(seconds=after_s))


def lose(job: Job, *, tries: int = 1, minutes: int = 60) -> None:
    """Another machine leased the job at NOW, for that many times by then, and is not heard of again."""
    Job.objects.filter(pk=job.pk).update(state="waiting", holder="", leased_until=None, tries=tries - 1)
    job.refresh_from_db()
    assert take_job(job=job, lease=timedelta(minutes=minutes), now=NOW)
    Job.objects.filter(pk=job.pk).update(holder="elsewhere:1:abc")


def made_export(campaign: Campaign, *, formats: Sequence[str] = ("tvr",), partial: bool = False) -> Export:
    """An export of the history, made by the worker's own job."""
    export = request_export(campaign=campaign, formats=formats, partial=partial, actor="admin", now=NOW)
    make_exports(now=NOW)
    export.refresh_from_db()
    return export
