"""Cuts the clips that a campaign needs: one by one safe, many at a time, resumable."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from moments.cutting.failures import CutError
from moments.cutting.gif import CutClip, cut_gif
from moments.errors import BadInput
from moments.models import Campaign, Clip, ClipState, Moment
from moments.models.clips import random_key
from moments.selectors.clips import moments_to_cut
from moments.storage import delete_clip, store_clip

SUFFIXES = (".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".ts", ".ogv")
# Seen on busy film at 480p: 240 kB a frame and 0.3 s of a core; drawn scenes need a tenth.
BYTES_A_FRAME = 120_000
SECONDS_A_FRAME = 0.15


@dataclass(frozen=True, slots=True)
class Plan:
    """What cutting is expected to need."""

    clips: int
    gigabytes: float
    minutes: float


@dataclass(frozen=True, slots=True)
class Failure:
    """A clip that could not be cut, and why."""

    moment: int
    video: str
    reason: str


@dataclass(frozen=True, slots=True)
class Cut:
    """How many clips are ready now that were not, and which failed."""

    ready: int
    failed: list[Failure]


def plan_clips(*, campaign: Campaign, everything: bool) -> Plan:
    """How many clips are to be cut, and roughly what that takes; raises BadInput without the space."""
    stretches = moments_to_cut(campaign, everything=everything).values_list("start_s", "end_s")
    lengths = [max(1, round((end - start) * campaign.clip_fps)) for start, end in stretches]
    frames = sum(lengths) * (campaign.clip_height / 480) ** 2
    plan = Plan(len(lengths), frames * BYTES_A_FRAME / 1e9, frames * SECONDS_A_FRAME / 60 / (os.cpu_count() or 1))
    folder = settings.CLIP_STORAGE.folder
    if folder is not None and plan.clips:
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free / 1e9
        if free < plan.gigabytes:
            raise BadInput(f"{folder}: {free:.1f} GB are free, {plan.gigabytes:.1f} GB expected; nothing was cut")
    return plan


def cut_clips(*, campaign: Campaign, folder: Path, everything: bool = False, advance: Callable[[int], None]) -> Cut:
    """Cut every clip that is not ready; one that cannot be cut is marked failed and the rest go on.

    Each is committed by itself, so that what was stopped goes on where it was. Raises BadInput where
    `folder` is none.
    """
    if not folder.is_dir():
        raise BadInput(f"{folder}: is no folder")
    moments = list(moments_to_cut(campaign, everything=everything).select_related("video"))
    Clip.objects.bulk_create([Clip(moment=moment) for moment in moments], batch_size=1000, ignore_conflicts=True)
    clips = {clip.moment_id: clip for clip in Clip.objects.filter(moment__campaign=campaign)}
    ready, failed = 0, []
    with tempfile.TemporaryDirectory(prefix="reelevance-cut-") as scratch:
        for moment, path, outcome in _cut_all(campaign, moments, folder, Path(scratch)):
            failure = _kept(clips[moment.pk], moment, path, outcome)
            if failure is None:
                ready += 1
            else:
                failed.append(failure)
            advance(1)
    return Cut(ready, failed)


def _cut_all(
    campaign: Campaign, moments: Iterable[Moment], folder: Path, scratch: Path
) -> Iterator[tuple[Moment, Path, CutClip | CutError]]:
    """Each moment with the file cut for it or the reason why not, in order of completion."""
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        waiting = {
            pool.submit(_cut_one, campaign, moment, folder, scratch / f"{moment.pk}.gif"): moment for moment in moments
        }
        try:
            for done in as_completed(waiting):
                moment = waiting.pop(done)
                yield moment, scratch / f"{moment.pk}.gif", done.result()
        finally:
            for future in waiting:
                future.cancel()


def _cut_one(campaign: Campaign, moment: Moment, folder: Path, target: Path) -> CutClip | CutError:
    try:
        source = _source(folder, moment.video.name)
        return cut_gif(
            source,
            moment.start_s,
            moment.end_s,
            target,
            height=campaign.clip_height,
            fps=campaign.clip_fps,
        )
    except CutError as error:
        return error


def _source(folder: Path, name: str) -> Path:
    """The video's file; a name that leads out of the folder names none."""
    root = folder.resolve()
    for candidate in (root / name, *(root / f"{name}{suffix}" for suffix in SUFFIXES)):
        path = candidate.resolve()
        if path.is_relative_to(root) and path.is_file():
            return path
    raise CutError("missing", "the folder holds no video of this name")


def _kept(clip: Clip, moment: Moment, path: Path, outcome: CutClip | CutError) -> Failure | None:
    """Store the file and mark the clip ready, or mark it failed; the bytes are there before the mark."""
    if isinstance(outcome, CutClip):
        try:
            _mark_ready(clip, path, outcome)
            return None
        except Exception as error:  # whatever the storage's client raises is that clip's failure
            outcome = CutError("not_writable", f"the clip storage refused it: {type(error).__name__}")
        finally:
            path.unlink(missing_ok=True)
    Clip.objects.filter(pk=clip.pk).exclude(state=ClipState.READY).update(
        state=ClipState.FAILED, reason=outcome.reason[:300]
    )
    return Failure(moment.desc_id, moment.video.name, outcome.reason)


def _mark_ready(clip: Clip, path: Path, cut: CutClip) -> None:
    fresh = Clip(key=random_key(), rendition=clip.rendition)
    store_clip(fresh.name, path)
    marked = (
        Clip.objects.filter(pk=clip.pk)
        .exclude(state=ClipState.READY)
        .update(
            state=ClipState.READY,
            reason="",
            key=fresh.key,
            width=cut.width,
            height=cut.height,
            frames=cut.frames,
            seconds=cut.seconds,
            size=cut.bytes,
            sha256=cut.sha256,
        )
    )
    if not marked:  # another run was first: its bytes stay, these go
        delete_clip(fresh.name)
