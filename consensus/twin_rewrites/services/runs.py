"""Orders runs that rewrite captions of training, and records how they ended."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.db import transaction

from consensus.models import TwinRewriteRun
from consensus.models.captions import FASTEST, MOST_PARALLEL
from consensus.models.rewrites import MOST_ROUNDS
from consensus.twin_rewrites.selectors.progress import kept_by, newest_rewrite_run, rewrites_progress
from consensus.twin_rewrites.selectors.tasks import fallen_rewrites, standing_counts, training_clips
from consensus.twins.rewrites.choosing import MOST_REWRITES, STANDARD_RULES
from consensus.twins.rewrites.ledger_kinds import REWRITES_WRITTEN
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.encoders import DEFAULT_ENCODER, kind_of
from moments.jobs.services.leases import end_job, is_at_work, order_job, take_job
from moments.ledger.services import record_decision
from moments.models import Campaign, Job, JobState

KIND = "rewrites"
LEASE = timedelta(seconds=180)
MOST_BUDGET = 10**12
BOUNDS = {
    "per_caption": (1, MOST_REWRITES),
    "rounds": (1, MOST_ROUNDS),
    "parallel": (1, MOST_PARALLEL),
    "rate": (1, FASTEST),
    "most_tokens": (1, MOST_BUDGET),
}
# Texts that share no words are not alike to an encoder of words, so it asks for less.
LEAST_SIMILAR = {DEFAULT_ENCODER: 0.3}


@dataclass(frozen=True, slots=True)
class RewriteManner:
    """How a run rewrites: rewrites of each caption, how like it they are at least, and how fast and much is asked."""

    model: str
    prompt: str
    encoder: str
    least_similar: float
    per_caption: int = STANDARD_RULES.wanted
    rounds: int = 3
    parallel: int = 4
    rate: int = 60
    most_tokens: int = 2_000_000


def least_similar_by(encoder: str) -> float:
    """How like its caption a rewrite has to be by that encoder if nobody says so."""
    return LEAST_SIMILAR.get(encoder, STANDARD_RULES.least_similar)


@transaction.atomic
def order_rewrites(
    *, campaign: Campaign, manner: RewriteManner, actor: str, now: datetime, held: bool = False
) -> TwinRewriteRun:
    """A new run over every caption of training that lacks rewrites, held by this process or free to take.

    A run that nobody works on is ended first, and rewrites that can stand again do. Raises BadInput, naming the
    field, for what the manner cannot be; without captions in training; while another run is in progress; and where
    no caption lacks rewrites.
    """
    _require_possible(manner)
    hold_campaign(campaign)
    if not campaign.is_twin:
        raise BadInput(f"campaign {campaign.slug!r} has no twins; only captions of twins can be rewritten")
    _end_lost_run(campaign, now)
    fallen_rewrites(campaign).update(stands=True)
    clips, counts = training_clips(campaign), standing_counts(campaign)
    if not clips:
        raise BadInput("no accepted caption is in training; draw the splits first")
    if all(counts.get(clip, 0) >= manner.per_caption for clip in clips):
        raise BadInput(f"every caption in training has {manner.per_caption} rewrites", field="per_caption")
    job = order_job(campaign=campaign, kind=KIND, actor=actor, now=now)
    if held:
        take_job(job=job, lease=LEASE, now=now)
    return TwinRewriteRun.objects.create(campaign=campaign, job=job, **asdict(manner))


def record_end(job: Job, reason: str, now: datetime) -> None:
    """Put the end of a run into the ledger, with its counts."""
    run: TwinRewriteRun = job.twin_rewrite_run
    progress = rewrites_progress(job.campaign, run)
    payload = {
        "model": run.model,
        "prompt": run.prompt,
        "encoder": run.encoder,
        "per_caption": run.per_caption,
        "ended": reason or "done",
        "kept": kept_by(run),
        "captions": progress.captions,
        "complete": progress.complete,
        "tokens": run.tokens_in + run.tokens_out,
    }
    record_decision(campaign=job.campaign, kind=REWRITES_WRITTEN, actor=job.actor, payload=payload, now=now)


def _require_possible(manner: RewriteManner) -> None:
    for field, (least, most) in BOUNDS.items():
        value = getattr(manner, field)
        if not least <= value <= most:
            raise BadInput(f"expected {least:,} to {most:,}, got {value:,}", field=field)
    if not (math.isfinite(manner.least_similar) and 0 <= manner.least_similar <= 1):
        raise BadInput(f"expected 0 to 1, got {manner.least_similar:g}", field="least_similar")
    kind = kind_of(manner.encoder)
    if kind is None or not kind.compares_texts:
        problem = "cannot compare two texts" if kind else "is not known"
        raise BadInput(f"{manner.encoder[:60]} {problem}; use {DEFAULT_ENCODER} or a pretrained one", field="encoder")
    if missing := kind.missing():
        raise BadInput(missing, field="encoder")


def _end_lost_run(campaign: Campaign, now: datetime) -> None:
    """End the run that nobody works on; raises BadInput if somebody does."""
    run = newest_rewrite_run(campaign)
    if run is None or not run.job.is_live:
        return
    job = run.job
    if is_at_work(job, now):
        begun = f"begun {job.ordered_at:%Y-%m-%d %H:%M} UTC on {job.holder.split(':')[0]}"
        raise BadInput(f"captions of {campaign.slug!r} are already being rewritten, {begun}")
    reason = "its process was interrupted" if job.holder else "another run started before it"
    if end_job(job=job, state=JobState.FAILED if job.holder else JobState.CANCELLED, now=now, reason=reason):
        record_end(job, reason, now)
