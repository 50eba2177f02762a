"""What the page on the files of videos shows of uploads."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import Exists, OuterRef

from moments.clips.cutting.containers import SUFFIXES
from moments.clips.selectors.video_places import upload_address
from moments.material.services.uploads import LARGEST_BYTES
from moments.material.storage import PART_BYTES, SPARE_BYTES
from moments.models import Campaign, Video, VideoUpload

LISTED = 100


@dataclass(frozen=True, slots=True)
class Uploads:
    """What is unfinished and what has arrived; `free` is the room for more, None if nobody knows."""

    unfinished: Sequence[VideoUpload]
    arrived: Sequence[VideoUpload]
    arrived_count: int
    free: int | None
    query: str
    part_bytes: int
    largest: int = LARGEST_BYTES
    suffixes: Sequence[str] = SUFFIXES


def uploads_of(campaign: Campaign) -> Uploads:
    """The uploads, in a fixed number of SQL queries."""
    videos = Video.objects.filter(campaign=OuterRef("campaign"), name=OuterRef("video_name"))
    arrived = campaign.video_uploads.exclude(finished_at=None)
    return Uploads(
        unfinished=list(campaign.video_uploads.filter(finished_at=None).order_by("-touched_at", "pk")),
        arrived=list(arrived.annotate(in_use=Exists(videos)).order_by("-finished_at", "-pk")[:LISTED]),
        arrived_count=arrived.count(),
        free=_free(),
        part_bytes=PART_BYTES,
        query=urlencode({"place": upload_address(campaign)}),
    )


def _free() -> int | None:
    folder = settings.VIDEO_UPLOADS.where.folder
    if folder is None:
        return None
    there = next(one for one in (folder, *folder.parents) if one.is_dir())
    return max(0, shutil.disk_usage(there).free - SPARE_BYTES)
