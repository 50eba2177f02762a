"""Works on runs that rewrite captions: the command's whole, and the worker's a few seconds at a turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings

from annotator.scoring.selectors.twin_rules import caption_limits
from consensus.models import TwinRewriteRun
from consensus.twin_rewrites.prompt import prompt_mark
from consensus.twin_rewrites.selectors.tasks import TrainingCaption, captions_to_rewrite
from consensus.twin_rewrites.services.runs import KIND, LEASE, RewriteManner, least_similar_by, record_end
from consensus.twin_rewrites.services.writing import RewriteWriting
from moments.base.errors import BadInput
from moments.encoders import DEFAULT_ENCODER, Encoder
from moments.encoders.services import stored_encoder
from moments.jobs.selectors import free_jobs
from moments.jobs.services.doing import Go, JobKind, do_jobs
from moments.jobs.services.leases import free_lost_jobs
from moments.jobs.services.threads import begin_beside, is_beside
from moments.models import Campaign, Job
from moments.rewriting.pacing import Pace
from moments.rewriting.services.jobs import NO_ENDPOINT, set_endpoint

TURN_S, BESIDE_TURN_S = 8.0, 60.0
STEP = "rewrite captions of twins"
_fitted: dict[tuple[int, str, int], Encoder] = {}


def rewrite_manner(
    *, encoder: str = DEFAULT_ENCODER, least_similar: float | None = None, **fields: Any
) -> RewriteManner:
    """A run by the endpoint of the settings; raises BadInput if there is none."""
    if settings.LANGUAGE_MODEL is None:
        raise BadInput(NO_ENDPOINT)
    least = least_similar_by(encoder) if least_similar is None else least_similar
    return RewriteManner(settings.LANGUAGE_MODEL.model, prompt_mark(), encoder, least, **fields)


def rewrite_held(job: Job, go: Go, *, seconds: float | None = None) -> str:
    """A turn of the run; raises BadInput for what stops it for good."""
    run: TwinRewriteRun = job.twin_rewrite_run
    endpoint = set_endpoint()
    if (run.model, run.prompt) != (endpoint.model, prompt_mark()):
        raise BadInput("the model or the prompt has changed; start a new run")
    captions = captions_to_rewrite(run.campaign)
    encoder = _encoder(run, captions)
    limits = caption_limits(_protocol(run.campaign))
    RewriteWriting(run, captions, limits, encoder, endpoint, Pace(run.rate), go).write(seconds)
    return ""


REWRITES = JobKind(KIND, STEP, rewrite_held, lease=LEASE, failed="could not continue", ended=record_end)


def rewrite_captions_ordered(*, now: datetime, seconds: float = TURN_S) -> int:
    """Continue every run that was ordered and that nobody works on; how many were tried.

    They share the seconds. Safe to run twice, at once, and to be cut off: each answer is committed separately.
    """
    jobs = list(free_jobs(KIND, now))
    turn = replace(REWRITES, work=partial(rewrite_held, seconds=seconds / max(len(jobs), 1)))
    return do_jobs(turn, now=now, among=jobs)


def rewrite_captions_beside(*, now: datetime) -> bool:
    """Start a thread beside embedded mode's worker if a run waits and none is at work; whether one was started.

    A run whose process of this machine is gone waits from now on, not only when its lease is over.
    """
    if is_beside(STEP):
        return False
    free_lost_jobs(kind=KIND, now=now)
    work = rewrite_captions_ordered
    return free_jobs(KIND, now).exists() and begin_beside(STEP, work, now=now, seconds=BESIDE_TURN_S)


def _encoder(run: TwinRewriteRun, captions: Sequence[TrainingCaption]) -> Encoder:
    """The run's encoder, fitted once a process while the captions stay as many; the last one asked for is kept."""
    key = (run.pk, run.encoder, len(captions))
    if key not in _fitted:
        encoder = stored_encoder(run.encoder)
        encoder.fit([one.text for one in captions])
        _fitted.clear()
        _fitted[key] = encoder
    return _fitted[key]


def _protocol(campaign: Campaign) -> Any:
    """The parameters of twins in force."""
    return campaign.protocols.order_by("-version").select_related("twin")[0].twin
