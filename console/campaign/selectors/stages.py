"""How many pairs and batches stand at which stage, and what is left to score; a fixed number of SQL queries."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q

from annotator.models import Seat, SeatState
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import BatchReview, Decision, Verdict, VerdictKind
from console.campaign.forecast import Left, Seen, escalation_seen, extension_seen
from moments.campaign.selectors import newest_protocol
from moments.models import Campaign, Pair, Split

UNRULED = (SeatState.OPEN, *WAITING_STATES, SeatState.SCORED)
Verdicts = dict[tuple[str, int | None], int]
Reviews = dict[tuple[int, str, bool], int]


@dataclass(frozen=True, slots=True)
class Stages:
    """Pairs and batches by stage. Not opened are `first_pairs` and `second_pairs`, those that still may be.

    The pairs of first batches of queries that none has, and of second batches that queries not closed still have.
    """

    first_pairs: int
    second_pairs: int
    first_round: int
    second_round: int
    agreed: int
    discarded: int
    withdrawn: int
    adjudicated: int
    scoring: int
    awaiting: int
    extended: int
    closed: int
    escalation: Seen
    extension: Seen

    @property
    def not_opened(self) -> int:
        """Pairs that may still be opened."""
        return self.first_pairs + self.second_pairs

    @property
    def decided(self) -> int:
        """Pairs with a verdict."""
        return self.agreed + self.discarded + self.withdrawn + self.adjudicated

    @property
    def opened(self) -> int:
        """Pairs of opened batches."""
        return self.first_round + self.second_round + self.decided

    @property
    def batches(self) -> int:
        """Opened batches."""
        return self.scoring + self.awaiting + self.extended + self.closed

    def left(self, seats: int) -> Left:
        """What is left to score where that many seats wait for a score."""
        return Left(seats, self.first_round, self.first_pairs, self.second_pairs)


def stages(campaign: Campaign) -> Stages:
    """The campaign's stages now."""
    verdicts, reviews = _verdicts(campaign), _reviews(campaign)
    first_pairs, second_pairs = _unopened(campaign)
    second_round = _pairs_in_second_round(campaign)
    decided = {kind: sum(n for (found, _), n in verdicts.items() if found == kind) for kind in VerdictKind.values}
    by_decision = {value: sum(n for (_, one, _), n in reviews.items() if one == value) for value in Decision.values}
    ruled_twice = sum(n for (_, number), n in verdicts.items() if number == 2) + decided[VerdictKind.ADJUDICATED]
    return Stages(
        first_pairs=first_pairs,
        second_pairs=second_pairs,
        first_round=campaign.pairs.filter(batch__isnull=False).count() - sum(decided.values()) - second_round,
        second_round=second_round,
        agreed=decided[VerdictKind.AGREED],
        discarded=decided[VerdictKind.DISCARDED],
        withdrawn=decided[VerdictKind.WITHDRAWN],
        adjudicated=decided[VerdictKind.ADJUDICATED],
        scoring=campaign.batches.count() - sum(by_decision.values()),
        awaiting=by_decision[Decision.PENDING],
        extended=by_decision[Decision.EXTEND],
        closed=by_decision[Decision.CLOSE],
        escalation=escalation_seen(
            escalated=second_round + ruled_twice, agreed_at_once=verdicts.get((VerdictKind.AGREED, 1), 0)
        ),
        extension=extension_seen(
            extended=reviews.get((1, Decision.EXTEND, True), 0), closed=reviews.get((1, Decision.CLOSE, True), 0)
        ),
    )


def _verdicts(campaign: Campaign) -> Verdicts:
    rows = current_verdicts().filter(pair__campaign=campaign).order_by().values_list("kind", "round")
    return {(kind, number): n for kind, number, n in rows.annotate(n=Count("pk"))}


def _reviews(campaign: Campaign) -> Reviews:
    """Standing reviews by batch, decision, and whether the query could have had a further batch."""
    deeper = Pair.objects.filter(
        query=OuterRef("batch__query"), study_only=False, rank__gt=OuterRef("batch__protocol__batch_size")
    )
    rows = campaign.reviews.filter(superseded=False).annotate(
        free=Exists(deeper.filter(query__retired_at=None)),
    )
    counted = rows.order_by().values_list("batch__number", "decision", "free").annotate(n=Count("pk"))
    return {(number, decision, free): n for number, decision, free, n in counted}


def _pairs_in_second_round(campaign: Campaign) -> int:
    """Undecided pairs with a seat of round 2 that is not ruled on."""
    verdict = Verdict.objects.filter(pair=OuterRef("pair"), attempt=OuterRef("attempt"), superseded=False)
    seats = Seat.objects.filter(LIVE_CAMPAIGN, ~Exists(verdict), campaign=campaign, round=2, state__in=UNRULED)
    counted = seats.filter(attempt=F("pair__attempt")).aggregate(pairs=Count("pair", distinct=True))
    pairs: int = counted["pairs"]
    return pairs


def _unopened(campaign: Campaign) -> tuple[int, int]:
    """Pairs that may still be opened: of first batches, of second ones. The exam's and retired queries have none."""
    protocol = newest_protocol(campaign).protocol
    begun = Q(query__in=campaign.batches.values("query"))
    closed = BatchReview.objects.filter(campaign=campaign, decision=Decision.CLOSE, superseded=False)
    over = Q(query__in=closed.values("batch__query")) | Q(query__in=campaign.batches.filter(number=2).values("query"))
    first = Q(rank__lte=protocol.batch_size)
    may_open = campaign.pairs.filter(
        batch=None, study_only=False, query__retired_at=None, rank__lte=protocol.deepest_rank
    )
    counts = may_open.exclude(query__split=Split.EXAM).aggregate(
        first=Count("pk", filter=first & ~begun), second=Count("pk", filter=~first & ~over)
    )
    return counts["first"], counts["second"]
