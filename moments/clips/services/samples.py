"""Cuts a test: five moments with settings that are not in force yet, to be looked at before thousands are cut."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from django.db import transaction

from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.services import hold_campaign
from moments.clips.cutting.clips import cut_stretch
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.scratch import scratch_folder
from moments.clips.expected import gif_refusal
from moments.clips.look import ClipLook, require_look
from moments.clips.selectors.clips import all_moments, needed_moments
from moments.clips.selectors.cutting import LENGTH
from moments.clips.services.keeping import MOST_REASON, Stored, forget, stored_file
from moments.clips.services.looks import require_silent
from moments.clips.services.places import require_allowed
from moments.clips.services.plans import require_videos
from moments.clips.services.pool import stretch_of
from moments.clips.services.video_sources import VideoSource, source_named
from moments.clips.storage import delete_clip
from moments.jobs.services.doing import Go, JobKind, Stopped, do_jobs
from moments.jobs.services.leases import end_unfinished, order_newest
from moments.models import Campaign, Job, Moment, SampleClip

MOMENTS = 5
STEP = "cut tests"


def order_test(*, campaign: Campaign, look: ClipLook, source: str, by_admin: bool, actor: str, now: datetime) -> Job:
    """Have a worker cut five moments like this; the test before is forgotten, and stopped if it is under way.

    Raises BadInput for what cannot be cut, and for a place that holds no video or that the person may not name.
    """
    require_look(look)
    require_silent(campaign, look)
    source = source.strip()
    require_allowed(campaign, source, by_admin=by_admin)
    place = source_named(source)
    place.require()
    require_videos(campaign=campaign, source=place)
    moments = sampled_moments(campaign)
    if not moments:
        raise BadInput("there is no moment to cut")
    order = {
        "source": place.address,
        "fps": look.fps,
        "height": look.height,
        "renditions": list(look.renditions),
        "sound": look.sound,
        "moments": [moment.pk for moment in moments],
    }
    with transaction.atomic():
        hold_campaign(campaign)
        jobs = Job.objects.filter(campaign=campaign, kind=TEST_CUT.name)
        end_unfinished(jobs=jobs, reason="a newer test was ordered", now=now)  # from here on its worker keeps nothing
        before = [sample.name for sample in SampleClip.objects.filter(job__campaign=campaign, size__gt=0)]
        job = order_newest(campaign=campaign, kind=TEST_CUT.name, actor=actor, now=now, order=order)
        assert job is not None
        _forget_on_commit(before)
    return job


def sampled_moments(campaign: Campaign) -> list[Moment]:
    """Five moments from the shortest to the longest, of those that pairs need if there are any."""
    needed = needed_moments(campaign)
    moments = (needed if needed.exists() else all_moments(campaign)).order_by(LENGTH, "pk")
    count = moments.count()
    places = sorted({round(step * (count - 1) / (MOMENTS - 1)) for step in range(MOMENTS)}) if count else []
    return [moments[place] for place in places]


def cut_tests(*, now: datetime) -> int:
    """Cut every test that waits or whose worker was lost; how many were tried."""
    return do_jobs(TEST_CUT, now=now)


def _cut_test(job: Job, go: Go) -> str:
    _forget_on_commit([sample.name for sample in job.samples.filter(size__gt=0)])
    job.samples.all().delete()
    moments = Moment.objects.filter(pk__in=job.order["moments"]).select_related("video").order_by(LENGTH, "pk")
    go.begin(len(moments) * len(job.order["renditions"]))
    source = source_named(job.order["source"])
    for moment in moments:
        for sample in _samples(job, moment, source):
            _keep(sample, go)
            go.add(1)
    failed = job.samples.filter(size=0).count()
    made = f"{counted(len(moments), 'moment')} cut as {', '.join(job.order['renditions'])}"
    return f"{made}; {counted(failed, 'clip')} failed" if failed else made


def _keep(sample: SampleClip, go: Go) -> None:
    """Store the row while the test is this worker's; raises Stopped, without the bytes, once it is not."""
    try:
        with transaction.atomic():
            go.look()
            sample.save(force_insert=True)
    except Stopped:
        if sample.size:
            forget(sample.name)
        raise


def _samples(job: Job, moment: Moment, source: VideoSource) -> Iterator[SampleClip]:
    names: Sequence[str] = job.order["renditions"]
    done = 0
    try:
        with scratch_folder("reelevance-cut") as scratch, source.video(moment.video.name, scratch) as path:
            look = ordered_look(job).for_video(path)
            for name in names:
                yield _sample(job, moment, name, path, scratch, look)
                done += 1
    except CutError as error:  # the video's own: it is not there, or cannot be fetched
        yield from (_failed(job, moment, name, error.reason) for name in names[done:])


def _sample(job: Job, moment: Moment, name: str, path: Path, scratch: Path, look: ClipLook) -> SampleClip:
    stretch = stretch_of(moment, path, look)
    if name == "gif":
        reason = gif_refusal(start_s=stretch.start_s, end_s=stretch.end_s, height=stretch.height, fps=stretch.fps)
        if reason:
            return _failed(job, moment, name, reason)
    target = scratch / f"{moment.pk}.{name}"
    began_s = time.monotonic()
    outcome = cut_stretch(stretch, {name: target})[name]
    took_s = time.monotonic() - began_s
    stored = outcome if isinstance(outcome, CutError) else stored_file(name, target, outcome)
    if not isinstance(stored, Stored):
        return _failed(job, moment, name, stored.reason)
    cut = stored.cut
    return SampleClip(
        job=job, moment=moment, rendition=name, key=stored.key, width=cut.width, height=cut.height,
        frames=cut.frames, seconds=cut.seconds, has_sound=cut.has_sound, size=cut.bytes, took_s=took_s,
    )  # fmt: skip


def ordered_look(job: Job) -> ClipLook:
    """How the clips of a test look."""
    order, is_twin = job.order, job.campaign.is_twin
    return ClipLook(order["fps"], order["height"], tuple(order["renditions"]), order.get("sound", False), is_twin)


def _failed(job: Job, moment: Moment, name: str, reason: str) -> SampleClip:
    return SampleClip(job=job, moment=moment, rendition=name, reason=reason[:MOST_REASON])


def _forget_on_commit(names: Sequence[str]) -> None:
    for name in names:
        transaction.on_commit(partial(delete_clip, name), robust=True)


TEST_CUT = JobKind("test_cut", STEP, _cut_test, failed="the test ended with an error")
