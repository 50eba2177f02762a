"""Makes the proxy of a whole video and stores it with the files beside it; asks no database."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from moments.clips.cutting.failures import CutError
from moments.clips.cutting.landing import landing
from moments.clips.cutting.whole_video import WholeVideo, cut_whole_video
from moments.clips.exact.frames_file import frames_file
from moments.clips.services.keeping import Stored, forget, keep_file, stored_file
from moments.models import ClipPart, ClipPartKind
from moments.models.checks import PROXY
from moments.models.clips import random_key

NO_TIME = CutError("bad_stretch", "the video is shorter than a thousandth of a second")


def stored_proxy(source: Path, scratch: Path) -> Stored | CutError:
    """The proxy with its parts under fresh keys, which no row names yet, or why there is none."""
    try:
        whole = cut_whole_video(source, scratch)
        end_ms = whole.table.start_ms(len(whole.table))
        if not end_ms:
            return NO_TIME
        with landing(scratch / "frames.json") as path:
            path.write_bytes(frames_file(whole))
    except CutError as error:
        return error
    stored = stored_file(PROXY, scratch / "proxy.mp4", whole.proxy)
    if isinstance(stored, CutError):
        return stored
    parts: list[ClipPart] = []
    for part, path in _parts_of(whole, scratch / "frames.json"):
        trouble = keep_file(part, path)
        if trouble is not None:
            for name in (stored.name, *(kept.name for kept in parts)):
                forget(name)
            return trouble
        parts.append(part)
    return replace(stored, parts=parts, end_s=end_ms / 1000, table=whole.table, left_out=whole.left_out)


def _parts_of(whole: WholeVideo, frames: Path) -> Iterator[tuple[ClipPart, Path]]:
    yield _part(ClipPartKind.FRAMES, 1, frames), frames
    for position, sheet in enumerate(whole.filmstrip.sheets, start=1):
        yield _part(ClipPartKind.SHEET, position, sheet), sheet


def _part(kind: ClipPartKind, position: int, path: Path) -> ClipPart:
    content = path.read_bytes()
    return ClipPart(
        kind=kind,
        position=position,
        key=random_key(),
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
    )
