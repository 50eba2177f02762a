"""Cuts the clips that a campaign needs: one by one safe, many at a time, resumable."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from moments.cutting.clips import CutClip, Stretch, cut_stretch
from moments.cutting.failures import CutError
from moments.cutting.picture import frame_count
from moments.errors import BadInput
from moments.models import Campaign, Clip, Moment
from moments.selectors.clips import Order, clips_again, missing_clips
from moments.services.keeping_clips import keep_clip

Outcomes = Mapping[str, CutClip | CutError]
SUFFIXES = (".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".ts", ".ogv")
# Half of what busy film at 480p needs a frame (`make bench-cutting`); drawn scenes need a tenth of that.
BYTES_A_FRAME = {"gif": 120_000, "mp4": 6_000, "webp": 18_000}
SECONDS_A_FRAME = {"gif": 0.15, "mp4": 0.05, "webp": 0.07}


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
    rendition: str
    reason: str


@dataclass(frozen=True, slots=True)
class Cut:
    """How many clips are ready now that were not, or are cut anew, and which failed."""

    ready: int
    failed: list[Failure]


def plan_clips(*, campaign: Campaign, everything: bool = False, again: Collection[int] = ()) -> Plan:
    """How many clips are to be cut, and roughly what that takes; raises BadInput as `cut_clips` does,
    and without the space.
    """
    orders = _orders(campaign, everything, again)
    seen = (campaign.clip_height / 480) ** 2
    amount, seconds = 0.0, 0.0
    for order in orders:
        frames = seen * frame_count(order.moment.start_s, order.moment.end_s, campaign.clip_fps)
        amount += frames * sum(BYTES_A_FRAME[name] for name in order.renditions)
        seconds += frames * sum(SECONDS_A_FRAME[name] for name in order.renditions)
    clips = sum(len(order.renditions) for order in orders)
    plan = Plan(clips, amount / 1e9, seconds / 60 / (os.cpu_count() or 1))
    folder = settings.CLIP_STORAGE.folder
    if folder is not None and plan.clips:
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free / 1e9
        if free < plan.gigabytes:
            raise BadInput(f"{folder}: {free:.1f} GB are free, {plan.gigabytes:.1f} GB expected; nothing was cut")
    return plan


def cut_clips(
    *,
    campaign: Campaign,
    folder: Path,
    everything: bool = False,
    again: Collection[int] = (),
    advance: Callable[[int], None],
    clock: Callable[[], datetime] = timezone.now,
) -> Cut:
    """Cut every clip that is not ready; one that cannot be cut is marked failed and the rest go on.

    With `again`, cut the clips of those moments (by desc_id) anew instead, ready or not, each under a fresh
    key. Each clip is committed by itself, so that what was stopped goes on where it was. Raises BadInput
    where `folder` is none or the campaign has no such moment.
    """
    if not folder.is_dir():
        raise BadInput(f"{folder}: is no folder")
    orders = _orders(campaign, everything, again)
    clips = _rows(campaign, orders)
    ready, failed = 0, []
    with tempfile.TemporaryDirectory(prefix="reelevance-cut-") as scratch:
        for moment, outcomes in _cut_all(campaign, orders, folder, Path(scratch)):
            for name, outcome in outcomes.items():
                path = _target(Path(scratch), moment, name)
                error = keep_clip(clip=clips[moment.pk, name], path=path, outcome=outcome, now=clock())
                if error is None:
                    ready += 1
                else:
                    failed.append(Failure(moment.desc_id, moment.video.name, name, error.reason))
                advance(1)
    return Cut(ready, failed)


def _orders(campaign: Campaign, everything: bool, again: Collection[int]) -> list[Order]:
    if not again:
        return missing_clips(campaign, everything=everything)
    orders = clips_again(campaign, again)
    unknown = sorted(set(again) - {order.moment.desc_id for order in orders})
    if unknown:
        raise BadInput(f"campaign {campaign.slug!r} has no moment {', '.join(map(str, unknown))}; nothing was cut")
    return orders


def _rows(campaign: Campaign, orders: Sequence[Order]) -> dict[tuple[int, str], Clip]:
    """The row of every clip of the campaign, by moment and rendition; those ordered are made where they are not."""
    rows = [Clip(moment=order.moment, rendition=name) for order in orders for name in order.renditions]
    Clip.objects.bulk_create(rows, batch_size=1000, ignore_conflicts=True)
    return {(clip.moment_id, clip.rendition): clip for clip in Clip.objects.filter(moment__campaign=campaign)}


def _cut_all(
    campaign: Campaign, orders: Sequence[Order], folder: Path, scratch: Path
) -> Iterator[tuple[Moment, Outcomes]]:
    """Each moment with what came of its renditions, in order of completion."""
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        waiting = {pool.submit(_cut_one, campaign, order, folder, scratch): order for order in orders}
        try:
            for done in as_completed(waiting):
                yield waiting.pop(done).moment, done.result()
        finally:
            for future in waiting:
                future.cancel()


def _cut_one(campaign: Campaign, order: Order, folder: Path, scratch: Path) -> Outcomes:
    moment = order.moment
    try:
        source = _source(folder, moment.video.name)
    except CutError as error:
        return dict.fromkeys(order.renditions, error)
    stretch = Stretch(source, moment.start_s, moment.end_s, campaign.clip_height, campaign.clip_fps)
    return cut_stretch(stretch, {name: _target(scratch, moment, name) for name in order.renditions})


def _target(scratch: Path, moment: Moment, rendition: str) -> Path:
    return scratch / f"{moment.pk}.{rendition}"


def _source(folder: Path, name: str) -> Path:
    """The video's file; a name that leads out of the folder names none."""
    root = folder.resolve()
    for candidate in (root / name, *(root / f"{name}{suffix}" for suffix in SUFFIXES)):
        path = candidate.resolve()
        if path.is_relative_to(root) and path.is_file():
            return path
    raise CutError("missing", "the folder holds no video of this name")
