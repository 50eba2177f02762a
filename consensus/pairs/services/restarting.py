"""Has questions marked again once answers no longer count: their truths, and what was made from them, go too."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from annotator.asking.services.states import forget_segments, mark_again
from annotator.models import Seat
from annotator.seats.services.authoring import AUTHOR
from annotator.seats.services.restarting import restart_questions
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.derived.services.deciding import reject_made_from
from moments.models import Campaign, Pair


def mark_questions_again(*, campaign: Campaign, pairs: Sequence[Pair], lost: Collection[int], now: datetime) -> int:
    """Start the next attempt at the questions without the `lost` seats; how many seats wait for other people.

    Verdicts are superseded, and captions and windows rejected. An answer that is kept counts again once the next sweep
    has all that it needs. The caller holds campaign and people, knows that no question is rejected, and records why.
    """
    ids = [pair.pk for pair in pairs]
    authors = Seat.objects.filter(pk__in=lost, round=1, number=AUTHOR).values_list("pair", flat=True)
    without_author = list(authors)
    current_verdicts().filter(pair__in=ids).update(superseded=True)
    opened = restart_questions(pairs=pairs, lost=lost)
    mark_again(pairs=ids, now=now)
    forget_segments(pairs=without_author)
    reject_made_from(campaign=campaign, pairs=ids, now=now)
    return opened
