"""Questions whose round is complete, with the answers that count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from annotator.marking.answers import Answer
from annotator.models import Score, Seat, SeatState
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.scoring.selectors.answers import stored_answers
from consensus.decisions.selectors.verdicts import verdict_of_pair
from moments.models import Campaign, Pair

AUTHOR, MARKER, THIRD = (1, 1), (1, 2), (2, 1)
ROLES = {AUTHOR: "author", MARKER: "marker", THIRD: "third"}
IN_AUTHORS_PLACE = "in the author's place"


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """The final answer of one seat, and whose it is; where an author's was voided, somebody else is in their place."""

    seat: int
    worker: str
    answer: Answer
    is_authors: bool = False


def role_of(place: tuple[int, int], given: GivenAnswer) -> str:
    """What the person is for the question: author, marker, third annotator, or a marker in the author's place."""
    return IN_AUTHORS_PLACE if place == AUTHOR and not given.is_authors else ROLES[place]


def complete_questions(campaign: Campaign, *, most: int) -> list[Pair]:
    """Pairs of whose current attempt a round is complete, final and not ruled on; at most `most`."""
    scored = Seat.objects.filter(
        LIVE_CAMPAIGN,
        campaign=campaign,
        state=SeatState.SCORED,
        attempt=F("pair__attempt"),
        scores__current=True,
        scores__final=True,
    )
    complete = scored.values("pair", "round").annotate(seats=Count("pk")).filter(Q(round=1, seats=2) | Q(round=2))
    numbers = list(complete.order_by("pair").values_list("pair", flat=True)[:most])
    pairs = Pair.objects.filter(pk__in=numbers).select_related("batch__protocol__marking", "query", "ask")
    return list(pairs.order_by("number"))


def given_answers(pairs: Sequence[Pair]) -> dict[int, dict[tuple[int, int], GivenAnswer]]:
    """The final answers of the pairs' current attempts, by pair and by round and number of the seat."""
    seats = Seat.objects.filter(LIVE_CAMPAIGN, pair__in=[pair.pk for pair in pairs], attempt=F("pair__attempt"))
    rows = list(
        Score.objects.filter(seat__in=seats, current=True, final=True).values_list(
            "pk",
            "seat",
            "seat__pair",
            "seat__round",
            "seat__number",
            "annotator__pseudonym",
            "annotator",
            "seat__pair__ask__author",
        )
    )
    answers = stored_answers(score for score, *_ in rows)
    found: dict[int, dict[tuple[int, int], GivenAnswer]] = defaultdict(dict)
    for score, seat, pair, round_number, number, worker, annotator, author in rows:
        found[pair][round_number, number] = GivenAnswer(seat, worker, answers[score], annotator == author)
    return found


def questions_for_lead(campaign: Campaign) -> QuerySet[Pair]:
    """Questions that the rules could not decide: every seat of the attempt is ruled on, and there is no verdict."""
    live = Seat.objects.filter(LIVE_CAMPAIGN, pair=OuterRef("pk"), attempt=OuterRef("attempt"))
    return campaign.pairs.filter(
        Exists(live),
        ~Exists(live.exclude(state=SeatState.SETTLED)),
        ~Exists(verdict_of_pair()),
    ).order_by("number")
