"""Makes scores final once their grace period is over (R12)."""

from __future__ import annotations

from datetime import datetime

from annotator.models import Score
from moments.models import Campaign

CHUNK = 5000


def finalise_scores(*, campaign: Campaign, now: datetime) -> int:
    """Close every score past its grace to changes; the number closed.

    A change is an UPDATE on the same row under the same condition, so that of the two one comes first.
    """
    due = list(
        Score.objects.filter(seat__campaign=campaign, current=True, final=False, changeable_until__lte=now).values_list(
            "pk", flat=True
        )
    )
    return sum(
        Score.objects.filter(pk__in=due[start : start + CHUNK], current=True, final=False).update(final=True)
        for start in range(0, len(due), CHUNK)
    )
