"""A video with the lanes of its moments, to mark one on it, once a worker has prepared it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from annotator.marking.segments import Segment
from console.frame.lanes import Lane
from console.frame.selectors import player_settings
from moments.clips.storage import clip_url, part_url
from moments.corpus.selectors.pairs import is_in_use
from moments.models import Moment, SourceProxy, Video

LANES = 200
SHOWN_TEXT = 60


@dataclass(frozen=True, slots=True)
class MarkedVideo:
    """The lanes of a video's moments, the moment that is mended if one is, and what the player needs.

    `body` is None until the video is prepared.
    """

    video: Video
    moment: Moment | None
    is_fixed: bool
    lanes: Sequence[Lane]
    duration_ms: int
    settings: dict[str, Any]
    body: dict[str, Any] | None


def prepared_proxy(video: Video, place: str) -> SourceProxy | None:
    """What the video from that place is shown by."""
    return SourceProxy.objects.filter(video=video, place=place).first()


def marked_video(video: Video, proxy: SourceProxy | None, moment: Moment | None) -> MarkedVideo:
    """The page."""
    own = Lane("truth", "New stretch" if moment is None else f"Moment {moment.desc_id}", _segments(moment))
    return MarkedVideo(
        video=video,
        moment=moment,
        is_fixed=moment is not None and is_in_use(moment),
        lanes=[own, *_lanes(video, moment)],
        duration_ms=round(video.duration_s * 1000),
        settings=player_settings([]),
        body=_body(proxy) if proxy else None,
    )


def _body(proxy: SourceProxy) -> dict[str, Any]:
    """In the form of the videos that people mark."""
    return {
        "proxy": {"url": clip_url(proxy)},
        "frames": part_url(proxy.frames),
        "sheets": [part_url(sheet) for sheet in proxy.sheets],
    }


def _lanes(video: Video, moment: Moment | None) -> Iterator[Lane]:
    others = video.moments.exclude(pk=moment.pk) if moment else video.moments.all()
    for one in others.order_by("start_s", "desc_id")[:LANES]:
        text = one.description if len(one.description) <= SHOWN_TEXT else one.description[:SHOWN_TEXT] + "…"
        yield Lane("asked", f"Moment {one.desc_id}", _segments(one), note=text)


def _segments(moment: Moment | None) -> tuple[Segment, ...]:
    return (Segment(round(moment.start_s * 1000), moment.end_ms),) if moment else ()
