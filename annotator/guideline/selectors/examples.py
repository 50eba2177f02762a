"""Which pairs can become examples of the guideline, and why the others cannot."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.guideline.selectors.reading import newest_guideline
from annotator.models import GuidelineExample, Seat, SeatState
from annotator.models.seats import LIVE_CAMPAIGN, WAITING_STATES
from moments.models import Pair, Split

MOST_EXAMPLES = 50
WANTED = [SeatState.OPEN, *WAITING_STATES, SeatState.SCORED]


def refused_examples(pairs: Sequence[Pair]) -> dict[int, str]:
    """Why pairs of one campaign cannot be shown to everybody, by primary key; none for those that can."""
    ids = [pair.pk for pair in pairs]
    waiting = set(Seat.objects.filter(LIVE_CAMPAIGN, pair__in=ids, state__in=WANTED).values_list("pair", flat=True))
    newest = newest_guideline(pairs[0].campaign) if pairs else None
    shown = set(GuidelineExample.objects.filter(guideline=newest, pair__in=ids).values_list("pair", flat=True))
    refused = {}
    for pair in pairs:
        if pair.query.split == Split.EXAM:
            refused[pair.pk] = f"pair {pair.number} belongs to the exam; as an example it would give its answer away"
        elif pair.query.retired_at is not None:
            refused[pair.pk] = f"query {pair.query.query_id} is retired"
        elif pair.pk in waiting:
            refused[pair.pk] = f"pair {pair.number} is not decided yet; an example would tell people how to score it"
        elif pair.pk in shown:
            refused[pair.pk] = f"pair {pair.number} is already an example"
    return refused
