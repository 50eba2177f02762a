"""Withdraws clips of twins: both directions together, with everything that people are asked about them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.problems.services.resolving import close_problems
from annotator.scoring.selectors.twins import twins_of_moments
from consensus.pairs.services.moments import Withdrawn, withdraw_moments
from consensus.pairs.services.withdrawing import require_waiting
from moments.campaign.services import hold_campaign
from moments.models import Moment, Pair


@transaction.atomic
def withdraw_clip(*, pair: Pair, actor: str, reason: str, now: datetime, reported: bool = False) -> Withdrawn:
    """Withdraw both directions of the pair's clip everywhere, and close what was reported about them.

    Raises BadInput without a reason, if the clip is withdrawn already, and, where the pair is to be a `reported` one,
    if it no longer waits for a lead.
    """
    hold_campaign(pair.campaign)
    if reported:
        require_waiting(pair)
    moments = both_directions(pair)
    done = withdraw_moments(campaign=pair.campaign, moments=moments, actor=actor, reason=reason, now=now)
    pairs = Pair.objects.filter(moment__in=moments)
    close_problems(pairs=pairs, now=now, resolution=f"withdrawn: {reason}")
    pairs.filter(parked=True).update(parked=False)
    return done


def both_directions(pair: Pair) -> list[Moment]:
    """The forward and the backward moment of the pair's clip."""
    twin = twins_of_moments([pair.moment_id])[pair.moment_id]
    return [twin.forward, twin.backward]
