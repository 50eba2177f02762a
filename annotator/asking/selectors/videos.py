"""Whole videos as authors' programs know them: by a key that tells nothing, never by name (R9)."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.models import Membership, Seat, SeatState, Share
from moments.clips.selectors.whole_videos import video_key
from moments.models import Campaign, Clip, ClipState, Moment, Video

HELD = (SeatState.HELD, SeatState.SCORED, SeatState.SETTLED)


def proxies(videos: Iterable[int]) -> dict[int, Clip]:
    """The ready proxy of each of the videos (by primary key) that has one; one SQL query."""
    return {clip.moment.video_id: clip for clip in ready_proxies(videos)}


def ready_proxies(videos: Iterable[int]) -> QuerySet[Clip]:
    """The same, each with its whole moment."""
    return _ready().filter(moment__video__in=set(videos)).select_related("moment").order_by("pk")


def ready_videos(campaign: Campaign) -> QuerySet[Video]:
    """The campaign's videos that can be watched."""
    return campaign.videos.filter(Exists(_ready().filter(moment__video=OuterRef("pk"))))


def known_whole(member: Membership, key: str) -> Moment | None:
    """The whole moment of that key, if its proxy is ready and the person writes or marks questions about the video."""
    share = Share.objects.filter(annotator=member, batch__video=OuterRef("moment__video"))
    seat = Seat.objects.filter(annotator=member, pair__moment=OuterRef("moment"), state__in=HELD)
    clips = _ready().filter(Q(Exists(share)) | Q(Exists(seat)), moment__campaign=member.campaign_id)
    for moment in clips.values_list("moment", flat=True):
        if video_key(moment) == key:
            return Moment.objects.select_related("video").get(pk=moment)
    return None


def whole_moment(video: Video | int) -> Moment:
    """The moment that is the whole video."""
    return Moment.objects.get(video=video, whole=True)


def _ready() -> QuerySet[Clip]:
    return Clip.objects.filter(moment__whole=True, state=ClipState.READY)
