"""Works on runs of captions: the command's whole, and the worker's a few seconds at a turn."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings

from consensus.captioning.prompt import prompt_mark
from consensus.captioning.services.runs import KIND, LEASE, CaptionManner, record_end
from consensus.captioning.services.writing import CaptionWriting
from moments.base.errors import BadInput
from moments.clips.cutting.scratch import scratch_folder
from moments.jobs.selectors import free_jobs
from moments.jobs.services.doing import Go, JobKind, do_jobs
from moments.jobs.services.leases import free_lost_jobs
from moments.jobs.services.threads import begin_beside, is_beside
from moments.models import Job
from moments.rewriting.pacing import Pace
from moments.rewriting.services.jobs import NO_ENDPOINT, set_endpoint

TURN_S, BESIDE_TURN_S = 8.0, 60.0
STEP = "write captions"


def caption_manner(**fields: Any) -> CaptionManner:
    """A run by the endpoint of the settings; raises BadInput if there is none."""
    if settings.LANGUAGE_MODEL is None:
        raise BadInput(NO_ENDPOINT)
    return CaptionManner(settings.LANGUAGE_MODEL.model, prompt_mark(), **fields)


def write_held(job: Job, go: Go, *, seconds: float | None = None) -> str:
    """A turn of the run; raises BadInput for what stops it for good."""
    run = job.caption_run
    endpoint = set_endpoint()
    if (run.model, run.prompt) != (endpoint.model, prompt_mark()):
        raise BadInput("the model or the prompt has changed; start a new run")
    with scratch_folder("reelevance-captions") as scratch:
        CaptionWriting(run, endpoint, Pace(run.rate), go, scratch).write(seconds)
    return ""


CAPTIONS = JobKind(KIND, STEP, write_held, lease=LEASE, failed="could not continue", ended=record_end)


def write_ordered(*, now: datetime, seconds: float = TURN_S) -> int:
    """Continue every run that was ordered and that nobody works on; how many were tried.

    They share the seconds. Safe to run twice, at once, and to be cut off: each answer is committed separately.
    """
    jobs = list(free_jobs(KIND, now))
    turn = replace(CAPTIONS, work=partial(write_held, seconds=seconds / max(len(jobs), 1)))
    return do_jobs(turn, now=now, among=jobs)


def write_beside(*, now: datetime) -> bool:
    """Start a thread beside embedded mode's worker if a run waits and none is at work; whether one was started.

    A run whose process of this machine is gone waits from now on, not only when its lease is over.
    """
    if is_beside(STEP):
        return False
    free_lost_jobs(kind=KIND, now=now)
    return free_jobs(KIND, now).exists() and begin_beside(STEP, write_ordered, now=now, seconds=BESIDE_TURN_S)
