"""Makes scores final once their grace period is over (R12)."""

from __future__ import annotations

from datetime import datetime

from annotator.models import Score
from annotator.seats.selectors.queue import skipping_locked
from moments.models import Campaign

CHUNK = 500


def finalise_scores(*, campaign: Campaign, now: datetime) -> int:
    """Close every score past its grace to changes, in the caller's transaction; the number closed.

    A change is an UPDATE on the same row, so that of the two one comes first. A score that is being changed at this
    moment is left to the next sweep.
    """
    finalised = 0
    while due := _first_due(campaign, now):
        finalised += Score.objects.filter(pk__in=due).update(final=True)
    return finalised


def _first_due(campaign: Campaign, now: datetime) -> list[int]:
    """The longest due first, locked: so they come from the index in its order, which also cleans up behind itself.

    Every score's annotator is of the campaign of its seat.
    """
    due = Score.objects.filter(annotator__campaign=campaign, current=True, final=False, changeable_until__lte=now)
    return list(skipping_locked(due.order_by("changeable_until")).values_list("pk", flat=True)[:CHUNK])
