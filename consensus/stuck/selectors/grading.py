"""What holds a campaign up, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q, QuerySet

from annotator.models import Problem, Purpose, Seat, SeatState
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.people.selectors.memberships import qualified_annotators
from annotator.seats.selectors.queue import BARRING_PURPOSES
from consensus.decisions.selectors.verdicts import pairs_to_cut, pairs_without_clip, stuck_pairs
from consensus.models import Decision
from consensus.rules.ruling import PEOPLE_A_PAIR
from moments.models import Campaign, CampaignStatus, Pair

PAIRS_SHOWN = 5
MOST_CROWDED = 10_000
SWEEP_LATE = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Stuck:
    """One reason: how many it holds up, why in words, a route that helps, and the first pairs."""

    count: int
    what: str
    why: str
    route: str = ""
    query: str = ""
    help: str = ""
    pairs: list[Pair] = field(default_factory=list)


def stuck_reasons(campaign: Campaign, *, qualified: int, seats: int, now: datetime) -> list[Stuck]:
    """The reasons that hold now, `seats` being those that wait for a score; a fixed number of SQL queries."""
    found = [
        *_standstill(campaign, qualified=qualified, seats=seats, now=now),
        *_pairs(campaign),
        *_waiting_for_the_lead(campaign),
    ]
    return [reason for reason in found if reason.count]


def _standstill(campaign: Campaign, *, qualified: int, seats: int, now: datetime) -> list[Stuck]:
    """What holds up all seats at once."""
    reasons = []
    if campaign.status == CampaignStatus.PAUSED:
        reasons.append(Stuck(seats, "seats", "the campaign is paused, so nobody gets pairs"))
    if qualified < PEOPLE_A_PAIR:
        why = f"{qualified} qualified: two people score every pair, and two others if they disagree"
        reasons.append(Stuck(seats, "seats", why, "people", help="People"))
    if campaign.status == CampaignStatus.OPEN and campaign.swept_at and now - campaign.swept_at > SWEEP_LATE:
        last = f"{campaign.swept_at.astimezone(campaign.zone):%Y-%m-%d %H:%M}"
        why = f"the last sweep was at {last}; is the worker running?"
        reasons.append(Stuck(seats, "seats", why))
    return reasons


def _pairs(campaign: Campaign) -> list[Stuck]:
    parked = campaign.pairs.filter(parked=True)
    nobody = pairs_for_nobody(campaign)
    no_clip = pairs_without_clip(campaign)
    return [
        _of_pairs(
            parked, "on hold: an annotator reported them and you have not decided yet", "problems", "", "Reports"
        ),
        _of_pairs(
            nobody, "an open seat that no qualified annotator can take", "review", "?show=attention", "On hold or stuck"
        ),
        _of_pairs(no_clip, "the clip could not be cut", "review", "?show=attention", "On hold or stuck"),
        _of_pairs(
            pairs_to_cut(campaign),
            "the clip has not been cut yet, so nobody can score them (run cut_clips)",
            "",
            "",
            "",
        ),
    ]


def pairs_for_nobody(campaign: Campaign) -> QuerySet[Pair]:
    """`stuck_pairs`, found quickly: it only looks at pairs that can be stuck at all."""
    return stuck_pairs(campaign).filter(pk__in=_crowded_pairs(campaign))


def held_up_pairs(campaign: Campaign) -> QuerySet[Pair]:
    """Pairs that get no score without a lead: nobody eligible is left, or the clip could not be cut.

    Those on hold are left out: what was reported of them is decided first.
    """
    nobody = list(pairs_for_nobody(campaign).values_list("pk", flat=True))
    failed = pairs_without_clip(campaign).values("pk")
    return campaign.pairs.filter(Q(pk__in=nobody) | Q(pk__in=failed), parked=False)


def _crowded_pairs(campaign: Campaign) -> list[int]:
    """Pairs that wait for somebody and have as many seats with a person as there are qualified: few may be stuck.

    Where more than four are qualified, two rounds always leave somebody, so only pairs with other seats are looked at.
    Where nobody is qualified yet, no single pair is stuck: all wait for people, which is a reason of its own.
    """
    people = qualified_annotators(campaign).count()
    if not people:
        return []
    waiting = Seat.objects.filter(LIVE_CAMPAIGN, campaign=campaign, state=SeatState.OPEN).values("pair")
    seats = Seat.objects.filter(campaign=campaign, purpose__in=BARRING_PURPOSES, pair__in=waiting)
    if people > PEOPLE_A_PAIR:
        others = seats.filter(Q(attempt__gt=1) | Q(superseded=True) | ~Q(purpose=Purpose.CAMPAIGN))
        seats = seats.filter(pair__in=set(others.values_list("pair", flat=True)[:MOST_CROWDED]))
    crowded = (
        seats.order_by()
        .values("pair")
        .annotate(met=Count("annotator"), open=Count("pk", filter=LIVE_CAMPAIGN & Q(state=SeatState.OPEN)))
    )
    return list(crowded.filter(met__gte=people, open__gte=1).values_list("pair", flat=True)[:MOST_CROWDED])


def _of_pairs(pairs: QuerySet[Pair], why: str, route: str, query: str, help_: str) -> Stuck:
    """The reason with its count and the first pairs."""
    shown = list(pairs.select_related("query").order_by("number")[:PAIRS_SHOWN])
    count = pairs.count() if len(shown) == PAIRS_SHOWN else len(shown)
    return Stuck(count, "pairs", why, route, query, help_, shown)


def _waiting_for_the_lead(campaign: Campaign) -> list[Stuck]:
    pending = campaign.reviews.filter(decision=Decision.PENDING, superseded=False)
    waits = pending.aggregate(n=Count("pk"), since=Min("suggested_at"))
    questions = Problem.objects.filter(pair__campaign=campaign, resolved_at=None, pair__parked=False)
    asked = questions.aggregate(n=Count("pk"), since=Min("reported_at"))
    return [
        Stuck(
            waits["n"], "batches", _since("waiting for a decision", waits["since"], campaign), "review", help="Review"
        ),
        Stuck(
            asked["n"], "reports", _since("waiting for an answer", asked["since"], campaign), "problems", help="Reports"
        ),
    ]


def _since(what: str, since: datetime | None, campaign: Campaign) -> str:
    return what if since is None else f"{what}, the longest since {since.astimezone(campaign.zone):%Y-%m-%d %H:%M}"
