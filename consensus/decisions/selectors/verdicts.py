"""What waits to be ruled on, and which batches are decided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from annotator.models import Score, Seat, SeatState, graded
from annotator.models.seats import LIVE_CAMPAIGN
from annotator.people.selectors.memberships import qualified_annotators
from annotator.seats.selectors.queue import BARRING_PURPOSES
from consensus.models import BatchReview, Verdict
from consensus.rules.ruling import ROUND_SIZE
from moments.models import Batch, Campaign, Clip, ClipState, Pair, Twin

TWO_WAYS = (("forward", "backward"), ("backward", "forward"))


@dataclass(frozen=True, slots=True)
class FinalScore:
    """A final score of a pair's current attempt."""

    seat: int
    round: int
    worker: str
    relevance: int


def complete_pairs(campaign: Campaign, *, most: int) -> list[Pair]:
    """Pairs of whose current attempt a round is complete, final and not ruled on; at most `most`."""
    waiting = (
        Seat.objects.filter(
            LIVE_CAMPAIGN,
            campaign=campaign,
            state=SeatState.SCORED,
            attempt=F("pair__attempt"),
            scores__current=True,
            scores__final=True,
        )
        .values("pair", "round")
        .annotate(seats=Count("pk"))
        .filter(seats=ROUND_SIZE)
        .order_by("pair")
        .values_list("pair", flat=True)[:most]
    )
    pairs = Pair.objects.filter(pk__in=list(waiting)).select_related("batch__protocol", "query")
    return list(pairs.order_by("number"))


def final_scores(pairs: Iterable[Pair]) -> dict[int, list[FinalScore]]:
    """The final scores of the pairs' current attempts, by pair, in order of round and seat."""
    rows = Score.objects.filter(
        seat__in=Seat.objects.filter(LIVE_CAMPAIGN, pair__in=list(pairs), attempt=F("pair__attempt")),
        current=True,
        final=True,
    ).order_by("seat__pair", "seat__round", "seat__number")
    scores: dict[int, list[FinalScore]] = defaultdict(list)
    for pair, seat, number, worker, relevance in rows.values_list(
        "seat__pair", "seat", "seat__round", "annotator__pseudonym", "relevance"
    ):
        scores[pair].append(FinalScore(seat, number, worker, graded(relevance)))
    return scores


def scored_rounds(campaign: Campaign, *, due: datetime, complete: Q) -> QuerySet[Seat, Any]:
    """Pair number, round and seats of each `complete` round, past its grace at `due`, that nobody has ruled on."""
    scored = Seat.objects.filter(
        LIVE_CAMPAIGN,
        campaign=campaign,
        attempt=F("pair__attempt"),
        state=SeatState.SCORED,
        scores__current=True,
        scores__changeable_until__lte=due,
    )
    rounds = scored.values("pair__number", "round").annotate(seats=Count("pk")).filter(complete)
    return rounds.order_by("pair__number")


def current_verdicts() -> QuerySet[Verdict]:
    """The standing verdicts of pairs' current attempts."""
    return Verdict.objects.filter(superseded=False, attempt=F("pair__attempt"))


def has_scored(pair: Pair, pseudonym: str) -> bool:
    """Whether the member of that pseudonym ever scored or marked the pair: they decide nothing about it."""
    return Score.objects.filter(seat__pair=pair, annotator__pseudonym=pseudonym).exists()


def verdict_of_pair() -> QuerySet[Verdict]:
    """The standing verdict of an outer query's pair, for Exists and Subquery."""
    return Verdict.objects.filter(pair=OuterRef("pk"), attempt=OuterRef("attempt"), superseded=False)


def decided_batches(campaign: Campaign) -> QuerySet[Batch]:
    """Batches of which every pair is decided, and that are not in review."""
    review = BatchReview.objects.filter(batch=OuterRef("pk"), superseded=False)
    verdict = verdict_of_pair()
    undecided = Pair.objects.filter(~Exists(verdict), batch=OuterRef("pk"))
    batches = Batch.objects.filter(~Exists(review), ~Exists(undecided), campaign=campaign)
    return batches.select_related("query", "protocol", "campaign").order_by("pk")


def unscorable_pairs(campaign: Campaign) -> QuerySet[Pair]:
    """Pairs that wait for scores and get none without a lead: stuck, or without a clip because cutting failed."""
    return campaign.pairs.filter(
        Q(pk__in=stuck_pairs(campaign).values("pk")) | Q(pk__in=pairs_without_clip(campaign).values("pk"))
    )


def pairs_without_clip(campaign: Campaign) -> QuerySet[Pair]:
    """Pairs that wait for scores and whose clip could not be cut; of twins, one of the two clips."""
    return _waiting_without_clip(campaign).filter(_is_failed(campaign))


def pairs_to_cut(campaign: Campaign) -> QuerySet[Pair]:
    """Pairs that wait for scores and have no clip yet, though none failed."""
    return _waiting_without_clip(campaign).exclude(_is_failed(campaign))


def _waiting_without_clip(campaign: Campaign) -> QuerySet[Pair]:
    ready = Clip.objects.filter(state=ClipState.READY)
    lacks: Q = ~Q(Exists(ready.filter(moment=OuterRef("moment"))))
    if campaign.is_twin:
        for this, other in TWO_WAYS:
            of_twin = Twin.objects.filter(**{this: OuterRef("moment")})
            lacks |= Q(Exists(of_twin.filter(~Exists(ready.filter(moment=OuterRef(other))))))
    waiting = Seat.objects.filter(LIVE_CAMPAIGN, pair=OuterRef("pk"), state__in=["open", "reserved", "held"])
    return campaign.pairs.filter(lacks, Exists(waiting))


def _is_failed(campaign: Campaign) -> Q:
    """Whether a clip of the pair could not be cut."""
    failed = Q(moment__in=_failed_moments())
    if campaign.is_twin:
        for this, other in TWO_WAYS:
            failed |= Q(moment__in=Twin.objects.filter(**{f"{other}__in": _failed_moments()}).values(this))
    return failed


def _failed_moments() -> QuerySet[Clip, Any]:
    return Clip.objects.filter(state=ClipState.FAILED).values("moment")


def stuck_pairs(campaign: Campaign) -> QuerySet[Pair]:
    """Pairs with an open seat that no qualified person may take: they need a lead (R4, I5)."""
    people = qualified_annotators(campaign)
    open_seat = Seat.objects.filter(LIVE_CAMPAIGN, pair=OuterRef("pk"), state=SeatState.OPEN)
    barred = Count(
        "seats__annotator",
        filter=Q(seats__annotator__in=people, seats__purpose__in=BARRING_PURPOSES),
        distinct=True,
    )
    return (
        Pair.objects.filter(Exists(open_seat), campaign=campaign)
        .annotate(barred=barred)
        .filter(barred__gte=people.count())
    )
