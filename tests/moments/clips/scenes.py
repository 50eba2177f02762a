"""Moments of the test videos, cut and read back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.files.storage import storages

from moments.clips.services.cutting import Cut, cut_clips
from moments.models import Campaign, Clip, Moment, Pair, Video
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


def cut(campaign: Campaign, folder: Path, **options: Any) -> Cut:
    """What came of cutting, without a progress bar."""
    return cut_clips(campaign=campaign, folder=folder, advance=lambda done: None, **options)


def stored(clip: Clip) -> bytes:
    """The clip's bytes in the storage."""
    with storages["clips"].open(clip.name) as file:
        return file.read()
