"""Whole videos as they can be shown: the proxy, the times of its frames, and its filmstrip."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from moments.database.prepared import PreparedRows
from moments.models import Clip, ClipPart, ClipPartKind, ClipState
from moments.models.checks import PROXY


@dataclass(frozen=True, slots=True)
class ShownVideo:
    """A ready proxy with the file of its frame times and the sheets of its filmstrip, in order."""

    proxy: Clip
    frames: ClipPart
    sheets: Sequence[ClipPart]


def whole_video_of(moments: Iterable[int]) -> dict[int, ShownVideo]:
    """The video of each of the whole moments (by primary key) whose proxy is ready; two SQL queries."""
    wanted = list(moments)
    ready = _proxy_of_one.rows(moment=wanted[0]) if len(wanted) == 1 else _proxies_of(wanted)
    parts: dict[int, dict[str, list[ClipPart]]] = {}
    proxies = {clip.pk: clip for clip in ready}
    for part in _parts_of_one.rows(clip=min(proxies)) if len(proxies) == 1 else _parts_of(proxies):
        parts.setdefault(part.clip_id, {kind: [] for kind in ClipPartKind.values})[part.kind].append(part)
    return {
        proxies[key].moment_id: ShownVideo(proxies[key], found[ClipPartKind.FRAMES][0], found[ClipPartKind.SHEET])
        for key, found in parts.items()
        if found[ClipPartKind.FRAMES]
    }


def _proxies_of(moments: list[int]) -> QuerySet[Clip]:
    return Clip.objects.filter(moment__in=moments, rendition=PROXY, state=ClipState.READY)


def _parts_of(proxies: Iterable[int]) -> QuerySet[ClipPart]:
    return ClipPart.objects.filter(clip__in=list(proxies)).order_by("clip", "kind", "position")


_proxy_of_one = PreparedRows(lambda moment: _proxies_of([moment]), moment=int)
_parts_of_one = PreparedRows(lambda clip: _parts_of([clip]), clip=int)
