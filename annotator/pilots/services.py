"""Makes pilots and stops them: a seat for each person on each pair that they have never seen (I3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, QuerySet

from annotator.models import (
    ExamItem,
    Gold,
    GuidelineExample,
    Membership,
    Pilot,
    PilotPair,
    Practice,
    Purpose,
    Seat,
)
from annotator.models.seats import WAITING_STATES
from annotator.people.selectors.memberships import qualified_annotators
from annotator.pilots.ledger_kinds import PILOT_MADE, PILOT_STOPPED
from annotator.seats.planning import seeded_order
from annotator.seats.services.apart import release_waiting, seat_apart
from annotator.seats.services.superseding import hold_people
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.services import hold_campaign
from moments.clips.selectors.clips import ready_clips
from moments.ledger.services import record_decision
from moments.models import Campaign, Pair, Query, Split

MOST_QUERIES, MOST_TOP = 100, 40
CHUNK = 2000


@dataclass(frozen=True, slots=True)
class PilotPlan:
    """What a pilot shows to whom: `count` queries of a split by seed or, if given, the chosen `query_ids`.

    Of each query the `top` most similar candidates. `people` are pseudonyms; without any, all qualified people.
    """

    split: str = Split.EXAM
    count: int = 10
    seed: int = 1
    query_ids: Sequence[int] = ()
    top: int = 10
    people: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class MadePilot:
    """The pilot with what it made: pairs, seats, seats left out as the pair was met, moments without a clip."""

    pilot: Pilot
    queries: int
    people: int
    pairs: int
    seats: int
    met: int
    missing_clips: int


@transaction.atomic
def make_pilot(*, campaign: Campaign, plan: PilotPlan, needed: int, now: datetime, actor: str) -> MadePilot:
    """Give the people of a plan a seat on each of its pairs. The same campaign, plan and people give the same pilot.

    `needed` is how many people must be left for every pair that may become a label. Raises BadInput for a plan out of
    range, people who are not qualified, too few people left, and if nobody could get a seat.
    """
    _check(campaign, plan)
    hold_campaign(campaign)
    hold_people(campaign)
    people = _people(campaign, plan.people)
    queries = _queries(campaign, plan)
    _check_left(campaign, queries, len(people), needed)
    pairs = list(_pairs(campaign, queries, plan.top))
    last = campaign.pilots.aggregate(number=Max("number"))["number"] or 0
    pilot = Pilot.objects.create(campaign=campaign, number=last + 1, top=plan.top, created_at=now)
    pilot.people.set(people)
    PilotPair.objects.bulk_create([PilotPair(pilot=pilot, pair=pair) for pair in pairs], batch_size=CHUNK)
    seats = sum(seat_apart(member=member, pairs=pairs, now=now, pilot=pilot) for member in people)
    if not seats:
        raise BadInput("queries: nobody would get a pair; the pairs are in use elsewhere or were already seen")
    moments = {pair.moment_id for pair in pairs}
    made = MadePilot(
        pilot=pilot,
        queries=len(queries),
        people=len(people),
        pairs=len(pairs),
        seats=seats,
        met=len(pairs) * len(people) - seats,
        missing_clips=len(moments - set(ready_clips(moments))),
    )
    payload = {
        "pilot": pilot.number,
        "queries": [query.query_id for query in queries],
        "top": plan.top,
        "people": [member.pseudonym for member in people],
        "pairs": made.pairs,
        "seats": made.seats,
    }
    record_decision(campaign=campaign, kind=PILOT_MADE, actor=actor, payload=payload, now=now)
    return made


@transaction.atomic
def stop_pilot(*, pilot: Pilot, now: datetime, actor: str) -> int:
    """Remove the pilot's waiting seats; the scores stay. How many seats. Raises BadInput if it was stopped."""
    hold_campaign(pilot.campaign)
    hold_people(pilot.campaign)
    if not Pilot.objects.filter(pk=pilot.pk, stopped_at=None).update(stopped_at=now):
        raise BadInput(f"pilot {pilot.number} is already stopped")
    released = release_waiting(waiting=Seat.objects.filter(pilot=pilot, state__in=WAITING_STATES))
    payload = {"pilot": pilot.number, "released": released}
    record_decision(campaign=pilot.campaign, kind=PILOT_STOPPED, actor=actor, payload=payload, now=now)
    pilot.stopped_at = now
    return released


def drop_from_pilots(*, pair: Pair) -> int:
    """Remove the waiting seats of pilots on a pair whose clip or query is unusable; how many seats."""
    return release_waiting(waiting=Seat.objects.filter(pair=pair, purpose=Purpose.PILOT, state__in=WAITING_STATES))


def _check(campaign: Campaign, plan: PilotPlan) -> None:
    if not campaign.is_graded:
        raise BadInput("only a grading campaign can have a pilot")
    if plan.split not in Split.values:
        raise BadInput(f"split: expected one of {', '.join(Split.values)}")
    chosen = ("queries", len(set(plan.query_ids))) if plan.query_ids else ("count", plan.count)
    for name, value, most in ((*chosen, MOST_QUERIES), ("top", plan.top, MOST_TOP)):
        if not 1 <= value <= most:
            raise BadInput(f"{name}: expected 1 to {most}, got {value}")
    if not -(2**63) <= plan.seed < 2**63:
        raise BadInput("seed: expected a 64-bit whole number")


def _people(campaign: Campaign, names: Sequence[str]) -> list[Membership]:
    known = qualified_annotators(campaign).select_related("campaign").order_by("pseudonym")
    people = list(known.filter(pseudonym__in=list(names)) if names else known)
    missing = sorted(set(names) - {member.pseudonym for member in people})
    if missing:
        raise BadInput(f"people: {missing[0]} is not a qualified annotator of the campaign")
    if len(people) < 2:
        raise BadInput("people: a pilot compares people, so it needs at least two who are qualified")
    return people


def _queries(campaign: Campaign, plan: PilotPlan) -> list[Query]:
    live = campaign.queries.filter(retired_at=None)
    if plan.query_ids:
        found = list(live.filter(query_id__in=list(plan.query_ids)).order_by("query_id"))
        unknown = sorted(set(plan.query_ids) - {query.query_id for query in found})
        if unknown:
            raise BadInput(f"queries: there is no query {unknown[0]}, or it is retired")
        return found
    numbers = sorted(live.filter(split=plan.split).values_list("query_id", flat=True))
    if len(numbers) < plan.count:
        raise BadInput(f"count: the split {plan.split} has only {counted(len(numbers), 'query', 'queries')}")
    drawn = seeded_order(numbers, "pilot", plan.seed)[: plan.count]
    return list(live.filter(query_id__in=drawn).order_by("query_id"))


def _check_left(campaign: Campaign, queries: Sequence[Query], people: int, needed: int) -> None:
    """Whoever meets a pair here never scores it for the campaign, so enough others must be left for its queries."""
    labelled = [query.query_id for query in queries if query.split != Split.EXAM]
    left = qualified_annotators(campaign).count() - people
    if labelled and left < needed:
        raise BadInput(
            f"people: {counted(left, 'person', 'people')} would be left to score query {labelled[0]} for its label, "
            f"which takes up to {needed}; choose fewer people, or queries of the exam split"
        )


def _pairs(campaign: Campaign, queries: Sequence[Query], top: int) -> QuerySet[Pair]:
    """The most similar candidates that nobody knows the answer of: in no exam, not gold, and shown to nobody."""
    pair = OuterRef("pk")
    return campaign.pairs.filter(
        ~Exists(ExamItem.objects.filter(pair=pair)),
        ~Exists(Gold.objects.filter(pair=pair)),
        ~Exists(GuidelineExample.objects.filter(pair=pair)),
        ~Exists(Practice.objects.filter(pair=pair)),
        query__in=[query.pk for query in queries],
        rank__lte=top,
        study_only=False,
        parked=False,
    ).order_by("query__query_id", "rank")
