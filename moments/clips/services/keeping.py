"""Keeps what was cut: bytes first, then the row that names them; what a row no longer names goes."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from moments.clips.buckets.troubles import trouble_of
from moments.clips.cutting.clips import CutClip
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.renditions import POSTER
from moments.clips.storage import delete_clip, store_clip
from moments.models import Clip, ClipState, Moment, Poster
from moments.models.clips import random_key

MOST_REASON = 300
logger = logging.getLogger("reelevance.clips")


@dataclass(frozen=True, slots=True)
class Stored:
    """Bytes in the clip storage under a fresh key, which no row names yet."""

    key: str
    rendition: str
    cut: CutClip

    @property
    def name(self) -> str:
        """The name in the storage."""
        return f"{self.key}.{self.rendition}"


def stored_file(rendition: str, path: Path, cut: CutClip) -> Stored | CutError:
    """Move the file into the storage, or say why it is not there; asks no database."""
    key = random_key()
    row = Poster(key=key) if rendition == POSTER else Clip(key=key, rendition=rendition)
    try:
        store_clip(row, path)
    except Exception as error:  # whatever the storage's client raises is that clip's failure
        _forget(row.name)
        return trouble_of(error)
    finally:
        path.unlink(missing_ok=True)
    return Stored(key, rendition, cut)


def name_clip(*, clip: Clip, stored: Stored | CutError, now: datetime) -> CutError | None:
    """Mark the clip ready with the bytes that are stored, or failed; why it failed, or None.

    `clip` is the row as it was before cutting: whoever finds its key as it was wins, the key is a fresh one with
    every cut. A clip that was ready stays so, with its bytes, where the new cut failed; where it did not, the
    old bytes go once the row names the new ones.
    """
    if isinstance(stored, CutError):
        unready = Clip.objects.filter(pk=clip.pk).exclude(state=ClipState.READY)
        unready.update(state=ClipState.FAILED, reason=stored.reason[:MOST_REASON])
        return stored
    fields = {**_fields(stored), "frames": stored.cut.frames, "seconds": stored.cut.seconds, "cut_at": now}
    won = Clip.objects.filter(pk=clip.pk, key=clip.key).update(state=ClipState.READY, reason="", **fields)
    if not won:  # another run was first: its bytes stay, these go
        _forget(stored.name)
    elif clip.state == ClipState.READY:
        _forget(clip.name)
    return None


def name_poster(*, moment: Moment, stored: Stored, now: datetime) -> None:
    """Give the moment this poster instead of its current one."""
    old = Poster.objects.filter(moment=moment).first()
    fields = {**_fields(stored), "cut_at": now}
    if old is None:
        _, won = Poster.objects.get_or_create(moment=moment, defaults=fields)
    else:
        won = bool(Poster.objects.filter(pk=old.pk, key=old.key).update(**fields))
    if not won:
        _forget(stored.name)
    elif old is not None:
        _forget(old.name)


def _fields(stored: Stored) -> dict[str, object]:
    cut = stored.cut
    return {
        "key": stored.key,
        "width": cut.width,
        "height": cut.height,
        "size": cut.bytes,
        "sha256": cut.sha256,
    }


def _forget(name: str) -> None:
    try:
        delete_clip(name)
    except Exception:  # nothing names these bytes any more, so a clip is not lost over them
        logger.warning("%s may remain in the clip storage although no clip refers to it", name)
