"""Keeps what a person has watched of a video; watching is work."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Min

from annotator.asking.entries import merged, read_bookmarks, read_watched
from annotator.asking.selectors.asks import require_writing
from annotator.asking.selectors.videos import known_whole
from annotator.asking.services.working import note_work
from annotator.models import Membership, Seat, Share, Viewing
from annotator.seats.services.authoring import MARKER
from moments.base.errors import BadInput
from moments.models import Video


class UnknownVideo(BadInput):
    """The person has no video of that key."""


@transaction.atomic
def note_viewing(*, member: Membership, key: str, watched: object, bookmarks: object, now: datetime) -> Viewing | None:
    """Note that the person is watching the video; None for a third annotator, of whom nothing but the work is kept.

    What was watched adds to what is stored, bookmarks take the place of those that are stored; None leaves either as
    it is. Once the viewing has ended, nothing changes any more. Raises UnknownVideo for a video that is not the
    person's, and BadInput naming the field that is wrong.
    """
    require_writing(member.campaign)
    note_work(member=member, now=now)
    whole = known_whole(member, key)
    if whole is None:
        raise UnknownVideo("you have no such video, or it was replaced; ask for your work again", field="key")
    seen = [] if watched is None else read_watched(watched, duration_ms=whole.end_ms)
    marks = None if bookmarks is None else read_bookmarks(bookmarks, duration_ms=whole.end_ms)
    viewing = _viewing_of(member, whole.video, now)
    if viewing is None or viewing.ended_at is not None:
        return viewing
    viewing.watched = merged(viewing.watched, seen)
    viewing.bookmarks = viewing.bookmarks if marks is None else marks
    viewing.save(update_fields=["watched", "bookmarks"])
    return viewing


def _viewing_of(member: Membership, video: Video, now: datetime) -> Viewing | None:
    """The person's viewing of the video: the one under way, else the last; a marker's begins with the first note.

    A marker's share may have been somebody else's before, who must not be seen (I6): then it begins again.
    """
    shares = Share.objects.filter(annotator=member, batch__video=video)
    share = shares.filter(viewing__ended_at=None).order_by("number", "-pk").first()
    if share is None:
        return Viewing.objects.filter(share__in=shares).order_by("-ended_at").first()
    viewing, _ = Viewing.objects.get_or_create(share=share, defaults={"began_at": now})
    taken_at = Seat.objects.filter(share=share, annotator=member).aggregate(at=Min("reserved_at"))["at"]
    if share.number == MARKER and taken_at is not None and viewing.began_at < taken_at:
        viewing.began_at, viewing.watched, viewing.bookmarks = now, [], []
        viewing.save(update_fields=["began_at", "watched", "bookmarks"])
    return viewing
