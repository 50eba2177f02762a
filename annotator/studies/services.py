"""Makes depth studies and stops them: study seats for named people, on pairs that they have never seen (I3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from annotator.models import Drawn, GuidelineExample, Membership, Purpose, Seat, Study, StudyPair
from annotator.models.seats import WAITING_STATES
from annotator.people.selectors.memberships import qualified_annotators
from annotator.seats.planning import seeded_order
from annotator.seats.services.apart import release_waiting, seat_apart
from annotator.seats.services.superseding import hold_people
from annotator.studies.ledger_kinds import STUDY_MADE, STUDY_STOPPED
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.clips.selectors.clips import ready_clips
from moments.encoders import Encoder
from moments.ledger.services import record_decision
from moments.models import Campaign, Pair, Query, Split
from moments.ranking.services.study_pairs import RankedMoment, Sampled, check_corpus, make_study_pairs, sampled_places

MOST_QUERIES, MOST_PAIRS, MOST_PEOPLE = 100, 500, 20
CHUNK = 2000


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """What a study looks at: so many queries, the top of each and others from the rest, who scores, the seed."""

    queries: int
    top: int
    others: int
    people: Sequence[str]
    seed: int


@dataclass(frozen=True, slots=True)
class MadeStudy:
    """The study with what it made: pairs (`new` of them no candidates), seats, seats left out as the pair was met,
    and moments without a clip, which nobody can be shown yet.
    """

    study: Study
    pairs: int
    new: int
    seats: int
    met: int
    missing_clips: int


def make_study(
    *,
    campaign: Campaign,
    plan: StudyPlan,
    encoder: Encoder,
    now: datetime,
    actor: str,
    advance: Callable[[int], None] = lambda done: None,
) -> MadeStudy:
    """Sample opened queries, rank all moments for them, make the missing pairs and the people's seats.

    The same campaign, plan and people give the same study. Ranking runs before the transaction; `advance` gets the
    number of queries ranked so far. Raises BadInput for a plan out of range, people who are not qualified
    annotators of the campaign or have met every pair, and too few opened queries.
    """
    check_study(campaign=campaign, plan=plan)
    queries = _sampled_queries(campaign, plan)
    counts = {"top": plan.top, "others": plan.others, "seed": plan.seed}
    found = sampled_places(campaign=campaign, queries=queries, encoder=encoder, advance=advance, **counts)
    return _store(campaign, plan, queries, found, now, actor)


@transaction.atomic
def _store(
    campaign: Campaign,
    plan: StudyPlan,
    queries: Sequence[Query],
    found: dict[int, list[RankedMoment]],
    now: datetime,
    actor: str,
) -> MadeStudy:
    """The study with its pairs and seats, unless queries or people changed while the moments were ranked."""
    hold_campaign(campaign)
    hold_people(campaign)
    people = _people(campaign, plan.people)
    if [query.pk for query in queries] != [query.pk for query in _sampled_queries(campaign, plan)]:
        raise BadInput("queries were opened or retired in the meantime; create the study again")
    before = campaign.pairs.count()
    sampled = make_study_pairs(campaign=campaign, found=found, queries=queries)
    study = _study(campaign, plan, people, now)
    pairs = _store_pairs(study, sampled)
    shown = set(GuidelineExample.objects.filter(pair__in=pairs).values_list("pair", flat=True))
    seats = sum(seat_apart(member=member, pairs=pairs, now=now, study=study, barred=shown) for member in people)
    if not seats:
        raise BadInput("people: the people named have already seen every pair")
    moments = {pair.moment_id for pair in pairs}
    made = MadeStudy(
        study=study,
        pairs=len(pairs),
        new=campaign.pairs.count() - before,
        seats=seats,
        met=len(pairs) * len(people) - seats,
        missing_clips=len(moments - set(ready_clips(moments))),
    )
    _record(made, plan, queries, now, actor)
    return made


@transaction.atomic
def stop_study(*, study: Study, now: datetime, actor: str) -> int:
    """Remove the study's waiting seats; the scores stay. How many seats. Raises BadInput if it was stopped."""
    hold_campaign(study.campaign)
    hold_people(study.campaign)
    if not Study.objects.filter(pk=study.pk, stopped_at=None).update(stopped_at=now):
        raise BadInput(f"study {study.number} is already stopped")
    released = release_waiting(waiting=Seat.objects.filter(study=study, state__in=WAITING_STATES))
    payload = {"study": study.number, "released": released}
    record_decision(campaign=study.campaign, kind=STUDY_STOPPED, actor=actor, payload=payload, now=now)
    study.stopped_at = now
    return released


def drop_from_studies(*, pair: Pair) -> int:
    """Remove the waiting seats of studies on a pair whose clip or query is unusable; how many seats."""
    waiting = Seat.objects.filter(pair=pair, purpose=Purpose.STUDY, state__in=WAITING_STATES)
    return release_waiting(waiting=waiting)


def check_study(*, campaign: Campaign, plan: StudyPlan) -> None:
    """Raise BadInput if `make_study` would refuse the plan, without ranking anything."""
    limits = (
        ("queries", plan.queries, MOST_QUERIES),
        ("top", plan.top, MOST_PAIRS),
        ("others", plan.others, MOST_PAIRS),
    )
    for name, value, most in limits:
        if not 1 <= value <= most:
            raise BadInput(f"{name}: expected 1 to {most}, got {value}")
    if not -(2**63) <= plan.seed < 2**63:
        raise BadInput("seed: expected a 64-bit whole number")
    if not 1 <= len(set(plan.people)) <= MOST_PEOPLE:
        raise BadInput(f"people: expected 1 to {MOST_PEOPLE} names")
    _people(campaign, plan.people)
    _sampled_queries(campaign, plan)
    check_corpus(campaign=campaign, top=plan.top)


def _people(campaign: Campaign, names: Sequence[str]) -> list[Membership]:
    known = qualified_annotators(campaign).filter(pseudonym__in=list(names)).select_related("campaign")
    people = list(known.order_by("pseudonym"))
    missing = sorted(set(names) - {member.pseudonym for member in people})
    if missing:
        raise BadInput(f"people: {missing[0]} is not a qualified annotator of the campaign")
    return people


def _sampled_queries(campaign: Campaign, plan: StudyPlan) -> list[Query]:
    opened = campaign.queries.filter(batches__number=1, retired_at=None).exclude(split=Split.EXAM)
    numbers = sorted(opened.values_list("query_id", flat=True))
    if len(numbers) < plan.queries:
        raise BadInput(f"queries: expected at most the {len(numbers)} open ones, got {plan.queries}")
    chosen = seeded_order(numbers, "study", plan.seed)[: plan.queries]
    return list(campaign.queries.filter(query_id__in=chosen).order_by("query_id"))


def _study(campaign: Campaign, plan: StudyPlan, people: Sequence[Membership], now: datetime) -> Study:
    last = campaign.studies.aggregate(number=Max("number"))["number"] or 0
    study = Study.objects.create(
        campaign=campaign, number=last + 1, seed=plan.seed, top=plan.top, others=plan.others, created_at=now
    )
    study.people.set(people)
    return study


def _store_pairs(study: Study, sampled: Sequence[Sampled]) -> list[Pair]:
    rows = [
        StudyPair(study=study, pair=pair, drawn=Drawn.TOP if one.is_top[pair.pk] else Drawn.OTHER)
        for one in sampled
        for pair in one.pairs
    ]
    StudyPair.objects.bulk_create(rows, batch_size=CHUNK)
    return [row.pair for row in rows]


def _record(made: MadeStudy, plan: StudyPlan, queries: Sequence[Query], now: datetime, actor: str) -> None:
    payload = {
        "study": made.study.number,
        "queries": [query.query_id for query in queries],
        "top": plan.top,
        "others": plan.others,
        "seed": plan.seed,
        "people": sorted(set(plan.people)),
        "pairs": made.pairs,
        "seats": made.seats,
    }
    record_decision(campaign=made.study.campaign, kind=STUDY_MADE, actor=actor, payload=payload, now=now)
