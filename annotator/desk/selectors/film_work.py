"""Which desk of long videos somebody works at next."""

from __future__ import annotations

from typing import Literal

from annotator.asking.selectors.asks import current_viewing, reason_without_writing, returned_asks
from annotator.asking.selectors.next_video import has_next
from annotator.models import Membership, Standing
from annotator.seats.selectors.queue import waiting_seats
from annotator.seats.selectors.remaining import open_pairs

FilmDesk = Literal["mark", "write"]


def next_film_desk(member: Membership) -> FilmDesk:
    """What is begun comes first: a video or returned questions of one's own, then marking, then a video to begin."""
    if member.standing != Standing.QUALIFIED:
        return "mark"
    if current_viewing(member) is not None or returned_asks(member).exists():
        return "write"
    if waiting_seats(member).exists() or open_pairs(member):
        return "mark"
    return "write" if reason_without_writing(member) is None and has_next(member) else "mark"
