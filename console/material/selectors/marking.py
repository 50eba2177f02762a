"""A video as its own file, with the lanes of its moments, to mark one on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from annotator.marking.segments import Segment
from console.frame.lanes import Lane
from console.frame.selectors import player_settings
from moments.base.errors import BadInput
from moments.clips.cutting.containers import demuxer_of_file
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.scratch import scratch_folder
from moments.clips.exact.frames import list_frames
from moments.clips.services.starting import require_allowed
from moments.clips.services.video_sources import FolderSource, source_named
from moments.corpus.selectors.pairs import is_in_use
from moments.models import Moment, Video

LONGEST_S = 1_800
LANES = 200
SHOWN_TEXT = 60
PLAYABLE = {"mov": "video/mp4", "matroska": "video/webm"}
TILE = {"width": 16, "height": 9, "frames": []}


@dataclass(frozen=True, slots=True)
class MarkedVideo:
    """The lanes of a video's moments, the moment that is mended if one is, and what the player needs."""

    video: Video
    moment: Moment | None
    is_fixed: bool
    lanes: Sequence[Lane]
    duration_ms: int
    settings: dict[str, Any]
    body: dict[str, Any] | None
    trouble: str


def marked_video(video: Video, place: str, moment: Moment | None) -> MarkedVideo:
    """The page; `trouble` says why the video cannot be played."""
    trouble = ""
    try:
        with source_file(video, place):
            pass
    except (BadInput, CutError) as problem:
        trouble = str(problem)
    address = [video.campaign.slug, video.pk]
    query = f"?{urlencode({'place': place})}"
    body = {
        "proxy": {"url": reverse("corpus-mark-source", args=address) + query},
        "frames": reverse("corpus-mark-frames", args=address) + query,
        "sheets": [],
    }
    own = Lane("truth", "New stretch" if moment is None else f"Moment {moment.desc_id}", _segments(moment))
    return MarkedVideo(
        video=video,
        moment=moment,
        is_fixed=moment is not None and is_in_use(moment),
        lanes=[own, *_lanes(video, moment)],
        duration_ms=round(video.duration_s * 1000),
        settings=player_settings([]),
        body=None if trouble else body,
        trouble=trouble,
    )


@contextmanager
def source_file(video: Video, place: str) -> Iterator[tuple[Path, str]]:
    """The video's file and its media type; raises BadInput or CutError where a browser cannot play it."""
    if not place:
        raise BadInput("no place of videos is known; upload the video or set VIDEO_SOURCES")
    require_allowed(video.campaign, place)
    source = source_named(place)
    if not isinstance(source, FolderSource):
        raise BadInput(
            "a video in a bucket cannot be marked here; mark it in a folder or import its moments from a file"
        )
    if video.duration_s > LONGEST_S:
        raise BadInput("a video of more than half an hour cannot be marked here; import its moments from a file")
    with source.video(video.name, Path()) as path:
        if path.is_dir():
            raise BadInput("a folder of frames cannot be played; import its moments from a file")
        media_type = PLAYABLE.get(demuxer_of_file(path))
        if media_type is None:
            raise BadInput("browsers play MP4 and WebM; this video has another format")
        yield path, media_type


def frames_of(video: Video, place: str) -> dict[str, Any]:
    """When each frame of the file is shown, in the form of the files beside proxies, without a filmstrip."""
    with source_file(video, place) as (path, _), scratch_folder("reelevance-mark") as scratch:
        table = list_frames(path, scratch)
    return {"table": table.packed(), "duration_ms": table.start_ms(len(table)), "tile": TILE, "sheets": 0}


def _lanes(video: Video, moment: Moment | None) -> Iterator[Lane]:
    others = video.moments.exclude(pk=moment.pk) if moment else video.moments.all()
    for one in others.order_by("start_s", "desc_id")[:LANES]:
        text = one.description if len(one.description) <= SHOWN_TEXT else one.description[:SHOWN_TEXT] + "…"
        yield Lane("asked", f"Moment {one.desc_id}", _segments(one), note=text)


def _segments(moment: Moment | None) -> tuple[Segment, ...]:
    return (Segment(round(moment.start_s * 1000), moment.end_ms),) if moment else ()
