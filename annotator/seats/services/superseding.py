"""Starts pairs again: earlier scores no longer count, and new seats are made (I2, I3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from annotator.models import Membership, Role, Score, Seat, SeatState, Share
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from annotator.seats.services.losing import record_losses
from annotator.seats.services.seating import add_first_round, add_single_seats
from moments.models import Campaign, Pair


@dataclass(frozen=True, slots=True)
class Superseded:
    """How many current scores no longer count, and how many seats were waiting for one."""

    scores: int
    waiting: int


def hold_people(campaign: Campaign) -> None:
    """Make this transaction and every claim, score and report in the campaign follow each other.

    The caller holds the campaign, so that no two transactions take several of these rows at once.
    """
    Membership.objects.filter(campaign=campaign, role=Role.ANNOTATOR).update(next_position=F("next_position"))


@transaction.atomic
def restart_pairs(*, pairs: Sequence[Pair]) -> Superseded:
    """Start the next attempt at the pairs, with round 1 seats in their batches' shares, which nobody owns.

    A scored seat keeps its annotator, who stays barred from the pair; one without a score is nobody's, so that
    its holder may come again. The caller holds campaign and people; every pair is in a batch. The given pairs get
    their new attempt.
    """
    Share.objects.filter(batch__in={pair.batch_id for pair in pairs}).exclude(annotator=None).update(annotator=None)
    done = _supersede(pairs)
    add_first_round(pairs=pairs)
    return done


@transaction.atomic
def restart_alone(*, pairs: Sequence[Pair]) -> Superseded:
    """Start the next attempt at the pairs, with single seats of round 1.

    The shares of their batches stay with their people, who may be at work on the other pairs. The rest is as for
    `restart_pairs`.
    """
    done = _supersede(pairs)
    add_single_seats(pairs=pairs)
    return done


@transaction.atomic
def end_attempt(*, pair: Pair) -> Superseded:
    """Start the next attempt at one pair, whose seats the caller makes; the rest is as for `restart_alone`."""
    return end_attempts(pairs=[pair])


@transaction.atomic
def end_attempts(*, pairs: Sequence[Pair]) -> Superseded:
    """The same for several pairs."""
    return _supersede(pairs)


def _supersede(pairs: Sequence[Pair]) -> Superseded:
    ids = [pair.pk for pair in pairs]
    live = Seat.objects.filter(LIVE_CAMPAIGN, pair__in=ids)
    scored = Score.objects.filter(seat=OuterRef("pk"), current=True)
    waiting = live.filter(state__in=WAITING_STATES).count()
    record_losses(seats=live.filter(~Exists(scored)))
    live.filter(~Exists(scored)).update(superseded=True, state=SeatState.RELEASED, annotator=None, position=0)
    scores = live.update(superseded=True)
    Pair.objects.filter(pk__in=ids).update(attempt=F("attempt") + 1, parked=False)
    for pair in pairs:
        pair.attempt, pair.parked = pair.attempt + 1, False
    return Superseded(scores, waiting)


def release_pairs(*, pairs: Sequence[Pair]) -> int:
    """Release all seats of the pairs' current attempts, and take the pairs off hold; the number of seats."""
    ids = [pair.pk for pair in pairs]
    Pair.objects.filter(pk__in=ids, parked=True).update(parked=False)
    wanted = [SeatState.OPEN, *WAITING_STATES, SeatState.SCORED]
    return Seat.objects.filter(LIVE_CAMPAIGN, pair__in=ids, state__in=wanted).update(state=SeatState.RELEASED)
