"""Whole videos as they can be shown: the proxy, the times of its frames, and its filmstrip."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from django.conf import settings
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from moments.database.prepared import PreparedRows
from moments.models import Clip, ClipPart, ClipPartKind, ClipState
from moments.models.checks import PROXY

# What is shown of a proxy and its parts; the other columns are read when somebody asks for them.
SHOWN = (
    "key", "kind", "position", "clip__key", "clip__rendition", "clip__width", "clip__height", "clip__seconds",
    "clip__size", "clip__has_sound", "clip__moment__video",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ShownVideo:
    """A ready proxy with the file of its frame times and the sheets of its filmstrip, in order."""

    proxy: Clip
    frames: ClipPart
    sheets: Sequence[ClipPart]

    @property
    def key(self) -> str:
        """What programs know the video by."""
        return video_key(self.proxy.moment_id)


def video_key(moment: int) -> str:
    """What programs know the video by whose whole moment (by primary key) that is: 32 letters that tell nothing.

    It stays when the video is cut again, while the names of its files change.
    """
    return _key(settings.SECRET_KEY, moment)


@lru_cache(maxsize=4096)
def _key(secret: str, moment: int) -> str:
    return salted_hmac("reelevance.video", str(moment), secret=secret).hexdigest()[:32]


def whole_video_of(moments: Iterable[int]) -> dict[int, ShownVideo]:
    """The video of each of the whole moments (by primary key) whose proxy is ready; one SQL query."""
    wanted = list(moments)
    parts = _parts_of_moment.rows(moment=wanted[0]) if len(wanted) == 1 else _parts_of_moments(wanted)
    return {shown.proxy.moment_id: shown for shown in shown_in(parts)}


def shown_videos(videos: Iterable[int]) -> dict[int, ShownVideo]:
    """The same by the videos (by primary key); one SQL query."""
    wanted = list(videos)
    parts = _parts_of_video.rows(video=wanted[0]) if len(wanted) == 1 else _parts_of_videos(wanted)
    return {shown.proxy.moment.video_id: shown for shown in shown_in(parts)}


def shown_in(parts: Iterable[ClipPart]) -> Iterator[ShownVideo]:
    """The videos whose `shown_parts` these are: frame times before the sheets, as "frames" comes before "sheet"."""
    for _, found in groupby(parts, key=lambda part: part.clip_id):
        first, *sheets = found
        if first.kind == ClipPartKind.FRAMES:
            yield ShownVideo(first.clip, first, sheets)


def shown_parts() -> QuerySet[ClipPart]:
    """The parts of ready proxies with the columns that are shown, one proxy after another."""
    ready = ClipPart.objects.filter(clip__rendition=PROXY, clip__state=ClipState.READY)
    return ready.select_related("clip__moment").only(*SHOWN).order_by("clip", "kind", "position")


def _parts_of_moments(moments: list[int]) -> QuerySet[ClipPart]:
    return shown_parts().filter(clip__moment__in=moments)


def _parts_of_videos(videos: list[int]) -> QuerySet[ClipPart]:
    return shown_parts().filter(clip__moment__video__in=videos, clip__moment__whole=True)


_parts_of_moment = PreparedRows(lambda moment: _parts_of_moments([moment]), moment=int)
_parts_of_video = PreparedRows(lambda video: _parts_of_videos([video]), video=int)
