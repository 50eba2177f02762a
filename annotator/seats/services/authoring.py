"""Makes the seats of questions in marking campaigns: their author's, which is scored at once, and their marker's."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from annotator.models import Membership, Seat, SeatState, Share
from moments.models import Batch, Pair

AUTHOR, MARKER = 1, 2


def seat_author(*, pair: Pair, author: Membership, share: Share | None, since: datetime) -> Seat:
    """The author's scored seat on the question at its current attempt; the caller saves the score.

    `since` is from when on the author had the video.
    """
    return Seat.objects.create(
        campaign_id=pair.campaign_id,
        pair=pair,
        share=share,
        attempt=pair.attempt,
        round=1,
        number=AUTHOR,
        state=SeatState.SCORED,
        annotator=author,
        reserved_at=since,
        held_at=since,
        shown_at=since,
    )


def share_with_marker(*, batch: Batch, pairs: Iterable[Pair]) -> int:
    """The share of the person who marks the author's questions, and its open seat on each; how many seats."""
    share = Share.objects.create(campaign_id=batch.campaign_id, batch=batch, number=MARKER)
    return len(Seat.objects.bulk_create(_marker_seat(pair, share) for pair in pairs))


def add_marker_seat(*, pair: Pair) -> Seat:
    """A single open seat for a marker at the question's current attempt."""
    seat = _marker_seat(pair, None)
    seat.save(force_insert=True)
    return seat


def _marker_seat(pair: Pair, share: Share | None) -> Seat:
    return Seat(campaign_id=pair.campaign_id, pair=pair, share=share, attempt=pair.attempt, round=1, number=MARKER)
