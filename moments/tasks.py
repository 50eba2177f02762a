"""Celery's way to cutting: one task a video; lost, late or doubled ones do no harm."""

from __future__ import annotations

from datetime import datetime

from celery import shared_task
from django.utils import timezone

from moments.clips.selectors.cutting import count_waiting
from moments.clips.services import cutting as clips
from moments.jobs.services.steps import run_job
from moments.rewriting.services import jobs as rewriting_jobs

# Well below Celery's limit of 1,800 s, with one run of ffmpeg to spare; what is left of a video waits for the next.
LONGEST_S = 1000.0
MOST_AT_ONCE = 32


@shared_task(name="moments.tasks.cut_video", time_limit=1800, soft_time_limit=1740)
def cut_video() -> None:
    """Take one video of any order and cut it; nothing where none waits."""
    run_job(clips.STEP, clips.cut_ordered, now=timezone.now(), videos=1, seconds=LONGEST_S)


@shared_task(name="moments.tasks.rewrite", time_limit=1500, soft_time_limit=1440)
def rewrite() -> None:
    """Go on with the rewriting that was ordered on a page; each run is taken by one worker alone."""
    run_job(rewriting_jobs.STEP, rewriting_jobs.rewrite_ordered, now=timezone.now(), seconds=LONGEST_S)


@shared_task(name="moments.tasks.offer_videos", time_limit=60, soft_time_limit=50)
def offer_videos(expires_s: float = 10.0) -> None:
    """A task for each video that waits, few at a time; those that nobody takes soon are worth nothing."""
    run_job("offer videos", _offer, now=timezone.now(), expires_s=expires_s)


def _offer(*, now: datetime, expires_s: float) -> None:
    for _ in range(min(MOST_AT_ONCE, count_waiting(now))):
        cut_video.apply_async(expires=expires_s)
