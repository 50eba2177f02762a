"""Moments of the test videos, and whole ones, cut and read back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.files.storage import storages

from moments.clips.services.cutting import Cut, cut_clips
from moments.corpus.files.values import Place
from moments.corpus.files.video_file import GivenVideo
from moments.corpus.services import import_videos
from moments.models import Campaign, Clip, ClipPart, Moment, Pair, Video
from tests.factories import make_query


def add(campaign: Campaign, *names: str) -> dict[str, Moment]:
    """A moment of seconds 1 to 3 of each video, all candidates of one query."""
    query = make_query(campaign, pairs=0)
    moments = {}
    for rank, name in enumerate(names, start=1):
        video = Video.objects.create(campaign=campaign, name=name, duration_s=6)
        moments[name] = Moment.objects.create(
            campaign=campaign,
            video=video,
            desc_id=rank,
            start_s=1,
            end_s=3,
            description="x",
            caption="x",
            kind="v",
        )
        Pair.objects.create(
            campaign=campaign, query=query, moment=moments[name], number=rank, rank=rank, similarity=0.5
        )
    return moments


def add_whole(campaign: Campaign, *names: str, duration_s: float = 6) -> dict[str, Moment]:
    """The whole of each video, in a marking campaign."""
    rows = [GivenVideo(Place("videos.csv", line), name, duration_s, "") for line, name in enumerate(names, start=2)]
    import_videos(campaign=campaign, rows=rows)
    return {moment.video.name: moment for moment in campaign.moments.select_related("video")}


def cut(campaign: Campaign, folder: Path, **options: Any) -> Cut:
    """What came of cutting, without a progress bar."""
    return cut_clips(campaign=campaign, folder=folder, advance=lambda done: None, **options)


def stored(clip: Clip | ClipPart) -> bytes:
    """The clip's bytes in the storage, or those of a file beside it."""
    with storages["clips"].open(clip.name) as file:
        return file.read()
