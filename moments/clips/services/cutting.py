"""Cuts the clips that a campaign needs: video by video, shared by workers, resumable."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from pathlib import Path

from django.db.models import Count, Max
from django.utils import timezone

from moments.base.errors import BadInput
from moments.base.plain_errors import kind_of
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.renditions import POSTER
from moments.clips.expected import gif_refusal
from moments.clips.selectors.clips import Want, missing_clips, wanted_moments
from moments.clips.services.keeping import MOST_REASON, Stored, name_clip, name_poster
from moments.clips.services.looks import look_of
from moments.clips.services.orders import (
    end_video,
    fail_video,
    finish_orders,
    give_back,
    order_clips,
    renew_lease,
    take_video,
)
from moments.clips.services.plans import wanted_again
from moments.clips.services.pool import MomentDone, VideoWork, cut_videos
from moments.clips.services.video_sources import VideoSource, source_named
from moments.jobs.services.steps import is_passing
from moments.models import Campaign, Clip, CutOrder, Video, VideoCut, VideoCutState

POLL_S = 0.5
STEP = "cut clips"
logger = logging.getLogger("reelevance.clips")


@dataclass(frozen=True, slots=True)
class Failure:
    """A clip that could not be cut, and why."""

    moment: int
    video: str
    rendition: str
    reason: str


@dataclass(frozen=True, slots=True)
class Correction:
    """A video that lasts longer or shorter than was imported, in seconds."""

    video: str
    imported_s: float
    real_s: float


@dataclass(slots=True)
class Cut:
    """How many clips are ready now that were not, or were cut again, and which failed; by this worker.

    `corrected` are videos whose stored length was wrong; `left_out` are those with frames that share a time with
    another, and how many of these no proxy shows.
    """

    ready: int = 0
    failed: list[Failure] = field(default_factory=list)
    corrected: list[Correction] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)
    videos: int = 0


@dataclass(slots=True)
class Shift:
    """One worker's turn: how many videos at once and in all, until when, and what it reports in the meantime."""

    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    most_videos: int | None = None
    ends_s: float | None = None
    advance: Callable[[int], None] = lambda clips: None
    waits: Callable[[int, float], None] = lambda videos, seconds: None
    clock: Callable[[], datetime] = timezone.now
    cut: Cut = field(default_factory=Cut)
    rows: dict[tuple[int, str], Clip] = field(default_factory=dict)
    held: list[VideoWork] = field(default_factory=list)

    def is_over(self) -> bool:
        """Whether it takes no more videos."""
        late = self.ends_s is not None and time.monotonic() >= self.ends_s
        return late or (self.most_videos is not None and self.cut.videos >= self.most_videos)


def cut_clips(
    *,
    campaign: Campaign,
    folder: Path | str,
    everything: bool = False,
    failed: bool = False,
    again: Collection[int] = (),
    advance: Callable[[int], None],
    waits: Callable[[int, float], None] = lambda videos, seconds: None,
    clock: Callable[[], datetime] = timezone.now,
) -> Cut:
    """Cut every clip that is not ready; one that cannot be cut is marked failed and the rest go on.

    It is an order that this process works off; other workers may share it. With `again`, cut the clips of those
    moments (by desc_id) again instead, ready or not, each under a fresh key. Each clip has its own commit, so that a
    stopped run goes on where it was. Where others hold the last videos, `waits` hears how many and for how many
    seconds at most, if nobody renews them. Raises BadInput if `folder` (or bucket) is none, another order is being
    worked off, or the campaign has no such moment.
    """
    source = source_named(str(folder))
    source.require()
    shift = Shift(advance=advance, waits=waits, clock=clock)
    if again:
        return _cut_again(campaign, source, again, shift)
    order = order_clips(campaign=campaign, source=source.address, everything=everything, failed=failed, now=clock())
    return work_off(order=order, shift=shift, wait=True) if order else shift.cut


def cut_ordered(*, now: datetime, seconds: float | None = None, videos: int | None = None) -> Cut:
    """Cut one video after another of any order, so many or so long at most; nothing if none waits."""
    ends_s = None if seconds is None else time.monotonic() + seconds
    return work_off(order=None, shift=Shift(workers=1, most_videos=videos, ends_s=ends_s))


def work_off(*, order: CutOrder | None, shift: Shift, wait: bool = False) -> Cut:
    """Cut videos of the order, or of any, until none is free; with `wait`, until others are through with theirs."""
    has_reported = False
    try:
        while True:
            _cut(lambda: _next_work(order, shift), shift)
            finish_orders(now=shift.clock())
            if not wait or order is None or shift.is_over() or not _goes_on(order):
                return shift.cut
            has_reported = has_reported or _report_waiting(order, shift)
            time.sleep(POLL_S)
    finally:
        for work in shift.held:  # only where something broke or stopped this process
            give_back(cut=_mark(work))


def _report_waiting(order: CutOrder, shift: Shift) -> bool:
    held = order.videos.filter(state=VideoCutState.CUTTING).aggregate(videos=Count("pk"), until=Max("leased_until"))
    if held["videos"]:
        shift.waits(held["videos"], max((held["until"] - shift.clock()).total_seconds(), 0.0))
    return bool(held["videos"])


def _goes_on(order: CutOrder) -> bool:
    return CutOrder.objects.filter(pk=order.pk, finished_at=None, stopped_at=None).exists()


def _cut_again(campaign: Campaign, source: VideoSource, again: Collection[int], shift: Shift) -> Cut:
    wants = sorted(wanted_again(campaign, again), key=lambda want: want.moment.video_id)
    look = look_of(campaign)
    works = (
        VideoWork(own[0].moment.video, own, source, look)
        for own in (list(group) for _, group in groupby(wants, key=lambda want: want.moment.video_id))
    )
    _cut(lambda: next((_begun(work, shift) for work in works), None), shift)
    return shift.cut


def _cut(take: Callable[[], VideoWork | None], shift: Shift) -> None:
    for event in cut_videos(take, workers=shift.workers, beat=lambda: _beat(shift)):
        if isinstance(event, MomentDone):
            _keep_or_leave(event, shift)
        elif event.work.mark is not None:
            shift.held.remove(event.work)
            (give_back if event.unfinished else end_video)(cut=_mark(event.work))


def _next_work(order: CutOrder | None, shift: Shift) -> VideoWork | None:
    """The next video that lacks something; one that lacks nothing any more is through, one with a fault has failed."""
    while not shift.is_over() and (cut := take_video(order=order, now=shift.clock())) is not None:
        try:
            work = _prepared(cut, shift)
        except Exception as error:
            if is_passing(error):
                raise
            fail_video(cut=cut, reason=_reason(cut, error))
            continue
        if work is not None:
            shift.cut.videos += 1
            shift.held.append(work)
            return work
    return None


def _reason(cut: VideoCut, error: Exception) -> str:
    if isinstance(error, BadInput):
        return str(error)[:MOST_REASON]
    logger.error("video %s of %s cannot be cut", cut.video_id, cut.order.campaign.slug, exc_info=error)
    return f"it could not be cut ({kind_of(error)}); see the worker's log for details"


def _prepared(cut: VideoCut, shift: Shift) -> VideoWork | None:
    """What is wanted of a video that was taken; None where that is nothing."""
    campaign = cut.order.campaign
    moments = wanted_moments(campaign, everything=cut.order.everything).filter(video=cut.video_id)
    wants = missing_clips(moments, campaign.rendition_names)
    if not wants:
        end_video(cut=cut)
        return None
    source = source_named(cut.order.source)
    return _begun(VideoWork(cut.video, wants, source, look_of(campaign), mark=cut), shift)


def _begun(work: VideoWork, shift: Shift) -> VideoWork:
    """With the rows of its clips as they are before cutting; those that are not there are made."""
    rows = [Clip(moment=want.moment, rendition=name) for want in work.wants for name in want.renditions]
    Clip.objects.bulk_create(rows, batch_size=1000, ignore_conflicts=True)
    found = Clip.objects.filter(moment__in=[want.moment.pk for want in work.wants])
    shift.rows |= {(clip.moment_id, clip.rendition): clip for clip in found}
    return replace(work, wants=[_without_large_gif(work, want, shift) for want in work.wants])


def _without_large_gif(work: VideoWork, want: Want, shift: Shift) -> Want:
    """What is left to cut of the moment once a GIF that would be too large has failed, before anything is cut."""
    moment = want.moment
    reason = gif_refusal(start_s=moment.start_s, end_s=moment.end_s, height=work.look.height, fps=work.look.fps)
    if "gif" not in want.renditions or not reason:
        return want
    refused = dict.fromkeys(["gif"], CutError("clip_too_big", reason))
    _keep(MomentDone(work, moment, refused), shift)
    return Want(moment, [name for name in want.renditions if name != "gif"])


def _keep_or_leave(event: MomentDone, shift: Shift) -> None:
    """Keep what was cut; a video of which that fails is left to its lease, so that its attempt counts."""
    try:
        _keep(event, shift)
    except Exception:
        shift.held = [work for work in shift.held if work is not event.work]
        raise


def _keep(event: MomentDone, shift: Shift) -> None:
    now = shift.clock()
    for name, stored in event.stored.items():
        if name == POSTER:
            if not isinstance(stored, CutError):
                name_poster(moment=event.moment, stored=stored, now=now)
            continue
        error = name_clip(clip=shift.rows.pop((event.moment.pk, name)), stored=stored, now=now)
        if error is None:
            shift.cut.ready += 1
            shift.cut.corrected += _corrections(event.work.video, stored)
            if isinstance(stored, Stored) and stored.left_out:
                shift.cut.left_out[event.work.video.name] = stored.left_out
        else:
            failure = Failure(event.moment.desc_id, event.work.video.name, name, error.reason)
            shift.cut.failed.append(failure)
        shift.advance(1)


def _corrections(video: Video, stored: Stored | CutError) -> list[Correction]:
    """One if the video's frames last another time than its row says, to the millisecond."""
    end_s = None if isinstance(stored, CutError) else stored.end_s
    if end_s is None or round(end_s * 1000) == round(video.duration_s * 1000):
        return []
    return [Correction(video.name, video.duration_s, end_s)]


def _beat(shift: Shift) -> None:
    """Renews what is held; what was lost, or is over, stops."""
    late = shift.ends_s is not None and time.monotonic() >= shift.ends_s
    for work in shift.held:
        if not renew_lease(cut=_mark(work), now=shift.clock()) or late:
            work.stop.set()


def _mark(work: VideoWork) -> VideoCut:
    assert isinstance(work.mark, VideoCut)
    return work.mark
