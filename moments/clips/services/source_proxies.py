"""Prepares a source video so that moments can be marked on it: a proxy, the times of its frames, a filmstrip."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from pathlib import Path

from django.db import transaction

from moments.base.errors import BadInput
from moments.base.names import isolated
from moments.campaign.services import hold_campaign
from moments.clips.cutting.child import end_children
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.scratch import scratch_folder
from moments.clips.cutting.whole_video import seconds_made
from moments.clips.services.keeping import Stored, forget
from moments.clips.services.places import require_allowed
from moments.clips.services.proxies import stored_proxy
from moments.clips.services.video_sources import VideoSource, source_named
from moments.jobs.selectors import free_jobs
from moments.jobs.services.doing import Go, JobKind, Stopped, do_jobs
from moments.jobs.services.leases import free_lost_jobs, order_job
from moments.jobs.services.threads import begin_beside, is_beside
from moments.models import ClipPart, ClipPartKind, Job, SourceProxy, Video

STEP = "prepare videos for marking"
LOOK_S = 1.0
KEPT = timedelta(days=30)


@transaction.atomic
def order_proxy(
    *, video: Video, place: str, by_admin: bool, actor: str, now: datetime, again: bool = False
) -> Job | None:
    """The job that prepares the video from that place, ordered if need be; None if it is ready.

    One that has failed is returned as it is, and one that is ready stays, unless `again`. Raises BadInput for a place
    that the person may not name.
    """
    if not place:
        raise BadInput("no place of videos is known; upload the video or set VIDEO_SOURCES")
    require_allowed(video.campaign, place, by_admin=by_admin)
    hold_campaign(video.campaign)
    if not again and SourceProxy.objects.filter(video=video, place=place).exists():
        return None
    jobs = Job.objects.filter(campaign=video.campaign, kind=PREPARING.name, number=video.pk)
    newest = jobs.order_by("pk").last()
    is_same = newest is not None and newest.order["place"] == place and bool(newest.reason)
    if newest is not None and (newest.is_live or (is_same and not again)):
        return newest
    jobs.delete()
    order = {"place": place}
    return order_job(campaign=video.campaign, kind=PREPARING.name, number=video.pk, actor=actor, now=now, order=order)


def prepare_ordered(*, now: datetime) -> int:
    """Prepare every video that waits or whose worker was lost; how many were tried."""
    return do_jobs(PREPARING, now=now)


def prepare_beside(*, now: datetime) -> bool:
    """Start a thread beside embedded mode's worker if a video waits and none is at work; whether one was started."""
    if is_beside(STEP):
        return False
    free_lost_jobs(kind=PREPARING.name, now=now)
    return free_jobs(PREPARING.name, now).exists() and begin_beside(STEP, prepare_ordered, now=now)


def forget_old_proxies(*, now: datetime) -> int:
    """Delete what was prepared a month ago: who opens the page has it prepared again; how many went."""
    gone = 0
    for proxy in SourceProxy.objects.filter(made_at__lt=now - KEPT):
        if SourceProxy.objects.filter(pk=proxy.pk, key=proxy.key).delete()[0]:
            gone += 1
            for name in proxy.names:
                forget(name)
    return gone


def _prepare(job: Job, go: Go) -> str:
    video = Video.objects.filter(pk=job.number, campaign=job.campaign).first()
    if video is None:
        raise BadInput("the video is no longer there")
    source = source_named(job.order["place"])
    with scratch_folder("reelevance-cut") as scratch:
        made = _made(video, source, scratch, go)
    if isinstance(made, CutError):
        raise BadInput(made.reason)
    _keep(job, video, made, go)
    return f"{isolated(video.name)} can be marked"


def _made(video: Video, source: VideoSource, scratch: Path, go: Go) -> Stored | CutError:
    """What came of the video; a thread makes it, so that this one counts the seconds and hears when to stop."""
    found: list[Stored | CutError | BaseException] = []

    def make() -> None:
        try:
            with source.video(video.name, scratch) as path:
                found.append(stored_proxy(path, scratch))
        except BaseException as error:  # raised again where the job is done
            found.append(error)

    seconds = max(1, round(video.duration_s))
    go.begin(seconds)
    thread = threading.Thread(target=make, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(LOOK_S)
            go.advance(min(int(seconds_made(scratch)), seconds - 1))
    except BaseException:
        end_children()
        thread.join()
        _forget(found)
        raise
    (made,) = found
    if isinstance(made, BaseException) and not isinstance(made, CutError):
        raise made
    return made


def _keep(job: Job, video: Video, made: Stored, go: Go) -> None:
    """Name the bytes, and delete those that were shown before; raises Stopped if the job is somebody else's by now."""
    before = SourceProxy.objects.filter(video=video).first()
    fields = {
        "place": job.order["place"],
        "key": made.key,
        "frames_key": _keys(made, ClipPartKind.FRAMES)[0],
        "sheet_keys": ",".join(_keys(made, ClipPartKind.SHEET)),
        "width": made.cut.width,
        "height": made.cut.height,
        "seconds": made.cut.seconds,
        "size": made.cut.bytes,
        "made_at": go.now(),
    }
    try:
        with transaction.atomic():
            go.look()
            SourceProxy.objects.update_or_create(video=video, defaults=fields)
    except Stopped:
        _forget([made])
        raise
    for name in before.names if before else ():
        forget(name)


def _keys(made: Stored, kind: ClipPartKind) -> list[str]:
    parts: list[ClipPart] = [part for part in made.parts if part.kind == kind]
    return [part.key for part in sorted(parts, key=lambda part: part.position)]


def _forget(found: list[Stored | CutError | BaseException]) -> None:
    for made in found:
        for name in made.names if isinstance(made, Stored) else ():
            forget(name)


PREPARING = JobKind("mark_proxy", STEP, _prepare, failed="the video could not be prepared")
