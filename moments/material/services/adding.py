"""Adds videos that lie in a place to a marking campaign: a worker measures each, and all come in together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from django.db import transaction

from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.campaign.services import hold_campaign
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.probing import probe_video
from moments.clips.cutting.scratch import scratch_folder
from moments.clips.services.video_sources import VideoSource, source_named
from moments.corpus.files.values import Place
from moments.corpus.files.video_file import LONGEST_DOMAIN, GivenVideo, video_row
from moments.corpus.services import import_videos
from moments.jobs.selectors import free_jobs
from moments.jobs.services.doing import Go, JobKind, do_jobs
from moments.jobs.services.leases import free_lost_jobs, order_newest
from moments.jobs.services.threads import begin_beside, is_beside
from moments.ledger.services import record_decision
from moments.material.ledger_kinds import VIDEOS_ADDED
from moments.material.matching import PlacedFile
from moments.material.selectors import compared, names_of_campaign
from moments.models import Campaign, CampaignStatus, Job

STEP = "add videos"
MOST_ADDED = 2_000
NAMED = 3


@transaction.atomic
def order_adding(
    *, campaign: Campaign, place: str, files: Sequence[str], domain: str, by_admin: bool, actor: str, now: datetime
) -> Job:
    """Have a worker add those files of the place that no video of the campaign names.

    Raises BadInput where moments are graded, for a file that is not there or has a video already, and while other
    videos are added.
    """
    domain = _checked_domain(domain)
    if campaign.is_graded:
        raise BadInput(f"campaign {campaign.slug!r} grades moments and takes no whole videos; import moments")
    if campaign.status == CampaignStatus.ARCHIVE:
        raise BadInput("the campaign is an archive; nothing can be added to it")
    if not 1 <= len(set(files)) <= MOST_ADDED:
        raise BadInput(f"expected 1 to {MOST_ADDED:,}", field="files")
    hold_campaign(campaign)
    there = compared(campaign, place, names_of_campaign(campaign), by_admin=by_admin)
    known = {one.file for one in there.match.unnamed}
    for file in files:
        if file not in known:
            raise BadInput(f"{file!r} is not there, or a video of the campaign has this name already", field="files")
    order = {"place": place, "files": sorted(set(files)), "domain": domain}
    job = order_newest(campaign=campaign, kind=ADDING.name, actor=actor, now=now, order=order)
    if job is None:
        raise BadInput("videos are already being added; wait for the result or cancel it")
    return job


def add_ordered(*, now: datetime) -> int:
    """Carry out every order that waits or whose worker was lost; how many were tried."""
    return do_jobs(ADDING, now=now)


def add_beside(*, now: datetime) -> bool:
    """Start a thread beside embedded mode's worker if an order waits and none is at work; whether one was started."""
    if is_beside(STEP):
        return False
    free_lost_jobs(kind=ADDING.name, now=now)
    return free_jobs(ADDING.name, now).exists() and begin_beside(STEP, add_ordered, now=now)


def _add(job: Job, go: Go) -> str:
    """Measure every file; those that are videos come in together, the others are named with the reason."""
    place, files = source_named(job.order["place"]), job.order["files"]
    go.begin(len(files))
    rows: list[GivenVideo] = []
    refused: list[str] = []
    with scratch_folder("reelevance-add") as scratch:
        for line, file in enumerate(files, start=1):
            try:
                rows.append(_measured(place, file, job.order["domain"], line, scratch))
            except (BadInput, CutError) as problem:
                refused.append(f"{file}: {getattr(problem, 'problem', '') or problem}")
            go.advance(line)
    return _kept(job, go, rows, refused)


@transaction.atomic
def _kept(job: Job, go: Go, rows: Sequence[GivenVideo], refused: Sequence[str]) -> str:
    """The outcome, once all of it is stored and the job has ended with it."""
    if not rows:
        raise BadInput(f"no file is a video that can be used: {_some(refused)}")
    hold_campaign(job.campaign)
    added = import_videos(campaign=job.campaign, rows=_once_each(rows)).added
    outcome = f"{counted(added, 'video')} added"
    if refused:
        outcome += f"; {counted(len(refused), 'file')} could not be used: {_some(refused)}"
    payload = {"place": job.order["place"], "added": added, "refused": len(refused)}
    record_decision(campaign=job.campaign, kind=VIDEOS_ADDED, actor=job.actor, payload=payload, now=go.now())
    go.finish(outcome)
    return outcome


def _measured(place: VideoSource, file: str, domain: str, line: int, scratch: Path) -> GivenVideo:
    """The video as a line of a file would give it; raises CutError for no video, BadLine for one that is too long."""
    with place.video(file, scratch) as path:
        size = None if path.is_dir() else 0
        seconds = probe_video(path).duration_s
    record = {"vid_name": PlacedFile(file, size).video_name, "duration": round(seconds, 3), "domain": domain}
    return video_row(Place(place.address, line), record)


def _once_each(rows: Sequence[GivenVideo]) -> list[GivenVideo]:
    """Of files that would be one video, the first."""
    return list({row.video_name: row for row in reversed(rows)}.values())[::-1]


def _checked_domain(domain: str) -> str:
    domain = " ".join(domain.split())
    if len(domain) > LONGEST_DOMAIN or not domain.isprintable():
        raise BadInput(f"expected at most {LONGEST_DOMAIN} characters", field="domain")
    return domain


def _some(refused: Sequence[str]) -> str:
    more = f" and {len(refused) - NAMED:,} more" if len(refused) > NAMED else ""
    return "; ".join(refused[:NAMED]) + more


ADDING = JobKind("videos", STEP, _add, failed="the videos could not be added")
