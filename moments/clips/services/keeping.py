"""Keeps what was cut: bytes first, then the row that names them; what a row no longer names goes."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.db import transaction

from moments.base.errors import BadInput
from moments.clips.buckets.troubles import trouble_of
from moments.clips.cutting.clips import CutClip
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.frame_table import FrameTable
from moments.clips.cutting.renditions import POSTER
from moments.clips.exact.likeness import is_same_film
from moments.clips.selectors.frame_tables import table_beside
from moments.clips.storage import clip_file, delete_clip, store_clip
from moments.models import Clip, ClipPart, ClipPartKind, ClipState, Moment, Pair, Poster, Video
from moments.models.clips import random_key, suffix_of

MOST_REASON = 300
logger = logging.getLogger("reelevance.clips")


@dataclass(frozen=True, slots=True)
class Stored:
    """Bytes in the clip storage under a fresh key, which no row names yet.

    A proxy comes with its parts, with the end of its video in seconds, as its frames tell it, with their table, and
    with the number of frames of the video that share a time with another and are left out.
    """

    key: str
    rendition: str
    cut: CutClip
    parts: Sequence[ClipPart] = ()
    end_s: float | None = None
    table: FrameTable | None = None
    left_out: int = 0

    @property
    def name(self) -> str:
        """The name in the storage."""
        return f"{self.key}.{suffix_of(self.rendition)}"

    @property
    def names(self) -> list[str]:
        """All names in the storage, those of the parts among them."""
        return [self.name, *(part.name for part in self.parts)]


def stored_file(rendition: str, path: Path, cut: CutClip) -> Stored | CutError:
    """Move the file into the storage, or say why it is not there; asks no database."""
    key = random_key()
    row = Poster(key=key) if rendition == POSTER else Clip(key=key, rendition=rendition)
    return keep_file(row, path) or Stored(key, rendition, cut)


def keep_file(row: Clip | ClipPart | Poster, path: Path) -> CutError | None:
    """Move the file into the storage under the row's name; why it is not there, or None."""
    try:
        store_clip(row, path)
    except Exception as error:  # whatever the storage's client raises is that clip's failure
        forget(row.name)
        return trouble_of(error)
    finally:
        path.unlink(missing_ok=True)
    return None


def name_clip(*, clip: Clip, stored: Stored | CutError, now: datetime) -> CutError | None:
    """Mark the clip ready with the bytes that are stored, or failed; why it failed, or None.

    `clip` is the row as it was before cutting: whoever finds its key as it was wins, the key is a fresh one with
    every cut. With a proxy its parts and the length of its video are written too. A clip that was ready stays so, with
    its bytes, where the new cut failed; where it did not, the old bytes go once the row names the new ones.
    """
    stored = _refused(clip, stored)
    if isinstance(stored, CutError):
        unready = Clip.objects.filter(pk=clip.pk).exclude(state=ClipState.READY)
        unready.update(state=ClipState.FAILED, reason=stored.reason[:MOST_REASON])
        return stored
    fields = {**_fields(stored), "frames": stored.cut.frames, "seconds": stored.cut.seconds, "cut_at": now}
    fields |= {"has_sound": stored.cut.has_sound, "left_out": stored.left_out}
    left = [clip.name] if clip.size else []  # also of one that was there until a lead had it cut again
    with transaction.atomic():
        won = Clip.objects.filter(pk=clip.pk, key=clip.key).update(state=ClipState.READY, reason="", **fields)
        if not won:  # another run was first: its bytes stay, these go
            left = stored.names
        elif stored.end_s is not None:
            left += _replace_parts(clip, stored.parts)
            Moment.objects.filter(pk=clip.moment_id).update(end_s=stored.end_s)
            Video.objects.filter(moments=clip.moment_id).update(duration_s=stored.end_s)
    for name in left:
        forget(name)
    return None


def _refused(clip: Clip, stored: Stored | CutError) -> Stored | CutError:
    """What was stored, unless it is the proxy of another video than the one that people were asked about."""
    if isinstance(stored, CutError) or stored.end_s is None or clip.cut_at is None:
        return stored
    moment = Moment.objects.get(pk=clip.moment_id)
    if not Pair.objects.filter(moment=moment).exists():
        return stored
    if round(stored.end_s * 1000) != moment.end_ms:
        there = f"questions were asked about a video of {moment.end_s:g} s"
        problem = f"the file lasts {stored.end_s:g} s, but {there}; use the same file"
    elif _has_other_frames(clip, stored):
        problem = "the file has other frames than the video that questions were asked about; use the same file"
    elif _is_another_film(clip, stored):
        problem = "the file shows another film than the video that questions were asked about; use the same file"
    else:
        return stored
    for name in stored.names:
        forget(name)
    return CutError("other_video", problem)


def _has_other_frames(clip: Clip, stored: Stored) -> bool:
    """Whether its frames begin at other times; nobody can say so once the table of the earlier ones is lost."""
    before = table_beside(clip)
    return before is not None and stored.table is not None and before.packed() != stored.table.packed()


def _is_another_film(clip: Clip, stored: Stored) -> bool:
    """Whether its filmstrip shows other pictures; nobody can say so once the earlier one is lost."""
    before = clip.parts.filter(kind=ClipPartKind.SHEET).order_by("position")
    after = [part for part in stored.parts if part.kind == ClipPartKind.SHEET]
    with ExitStack() as files:
        try:
            both = [[files.enter_context(clip_file(part.name)) for part in parts] for parts in (before, after)]
            return not is_same_film(*both)
        except (OSError, BadInput):
            return False


def _replace_parts(clip: Clip, parts: Sequence[ClipPart]) -> list[str]:
    """Give the clip these parts; the names of those that it had."""
    old = list(clip.parts.all())
    ClipPart.objects.filter(pk__in=[part.pk for part in old]).delete()
    for part in parts:
        part.clip = clip
    ClipPart.objects.bulk_create(parts)
    return [part.name for part in old]


def name_poster(*, moment: Moment, stored: Stored, now: datetime) -> None:
    """Give the moment this poster instead of its current one."""
    old = Poster.objects.filter(moment=moment).first()
    fields = {**_fields(stored), "cut_at": now}
    if old is None:
        _, won = Poster.objects.get_or_create(moment=moment, defaults=fields)
    else:
        won = bool(Poster.objects.filter(pk=old.pk, key=old.key).update(**fields))
    if not won:
        forget(stored.name)
    elif old is not None:
        forget(old.name)


def _fields(stored: Stored) -> dict[str, object]:
    cut = stored.cut
    return {
        "key": stored.key,
        "width": cut.width,
        "height": cut.height,
        "size": cut.bytes,
        "sha256": cut.sha256,
    }


def forget(name: str) -> None:
    """Delete bytes that no row names; where that fails, they cost space and nothing else."""
    try:
        delete_clip(name)
    except Exception:  # nothing names these bytes any more, so a clip is not lost over them
        logger.warning("%s may remain in the clip storage although no clip refers to it", name)
