"""Whole videos as they can be shown: the proxy, the times of its frames, and its filmstrip."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
    ready = Clip.objects.filter(moment__in=list(moments), rendition=PROXY, state=ClipState.READY)
    parts: dict[int, dict[str, list[ClipPart]]] = {}
    proxies = {clip.pk: clip for clip in ready}
    for part in ClipPart.objects.filter(clip__in=proxies).order_by("clip", "kind", "position"):
        parts.setdefault(part.clip_id, {kind: [] for kind in ClipPartKind.values})[part.kind].append(part)
    return {
        proxies[key].moment_id: ShownVideo(proxies[key], found[ClipPartKind.FRAMES][0], found[ClipPartKind.SHEET])
        for key, found in parts.items()
        if found[ClipPartKind.FRAMES]
    }
