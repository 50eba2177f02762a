"""Keeps what was cut: bytes first, then the row that names them; what a row no longer names goes."""

from __future__ import annotations

import logging
from datetime import datetime
from pathlib import Path

from moments.cutting.clips import CutClip
from moments.cutting.failures import CutError
from moments.models import Clip, ClipState
from moments.models.clips import random_key
from moments.storage import delete_clip, store_clip

MOST_REASON = 300
logger = logging.getLogger("reelevance.clips")


def keep_clip(*, clip: Clip, path: Path, outcome: CutClip | CutError, now: datetime) -> CutError | None:
    """Store the file under a fresh key and mark the clip ready, or mark it failed; why it failed, or None.

    `clip` is the row as it was before cutting. A clip that was ready stays so, with its bytes, where the new
    cut failed; where it did not, the old bytes go once the row names the new ones. The file that was cut is
    gone afterwards.
    """
    if isinstance(outcome, CutClip):
        try:
            _replace(clip, path, outcome, now)
            return None
        except Exception as error:  # whatever the storage's client raises is that clip's failure
            outcome = CutError("not_writable", f"the clip storage refused it: {type(error).__name__}")
        finally:
            path.unlink(missing_ok=True)
    unready = Clip.objects.filter(pk=clip.pk).exclude(state=ClipState.READY)
    unready.update(state=ClipState.FAILED, reason=outcome.reason[:MOST_REASON])
    return outcome


def _replace(clip: Clip, path: Path, cut: CutClip, now: datetime) -> None:
    """Whoever finds the row's key as it was wins; the key is a fresh one with every cut."""
    fresh = Clip(key=random_key(), rendition=clip.rendition)
    store_clip(fresh, path)
    won = Clip.objects.filter(pk=clip.pk, key=clip.key).update(
        state=ClipState.READY,
        reason="",
        key=fresh.key,
        width=cut.width,
        height=cut.height,
        frames=cut.frames,
        seconds=cut.seconds,
        size=cut.bytes,
        sha256=cut.sha256,
        cut_at=now,
    )
    if not won:  # another run was first: its bytes stay, these go
        _forget(fresh)
    elif clip.state == ClipState.READY:
        _forget(clip)


def _forget(clip: Clip) -> None:
    try:
        delete_clip(clip.name)
    except Exception:  # nothing names these bytes any more, so a clip is not lost over them
        logger.exception("%s stays in the clip storage, though no clip names it", clip.name)
