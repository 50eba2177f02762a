"""Orders runs that write captions, and records how they ended."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.db import transaction

from annotator.exam.services.references import require_marking
from consensus.captioning.languages import DEFAULT, LANGUAGES
from consensus.captioning.selectors import caption_progress, newest_caption_run, uncaptioned
from consensus.derived.services.deciding import reject_outdated
from consensus.marking.ledger_kinds import CAPTIONS_WRITTEN
from consensus.models import CaptionRun
from consensus.models.captions import FASTEST, LEAST_HEIGHT, MOST_FRAMES, MOST_HEIGHT, MOST_PARALLEL
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.jobs.services.leases import end_job, is_at_work, order_job, take_job
from moments.ledger.services import record_decision
from moments.models import Campaign, Job, JobState
from moments.rewriting.faults import PASSED

KIND = "captions"
LEASE = timedelta(seconds=180)
MOST_BUDGET = 10**12
BOUNDS = {
    "frames": (1, MOST_FRAMES),
    "height": (LEAST_HEIGHT, MOST_HEIGHT),
    "parallel": (1, MOST_PARALLEL),
    "rate": (1, FASTEST),
    "most_tokens": (1, MOST_BUDGET),
}


@dataclass(frozen=True, slots=True)
class CaptionManner:
    """How a run writes: pictures of each truth and their lines, requests at once and a minute, and the most tokens."""

    model: str
    prompt: str
    language: str = DEFAULT
    frames: int = 8
    height: int = 360
    parallel: int = 4
    rate: int = 60
    most_tokens: int = 2_000_000


@transaction.atomic
def order_captions(
    *, campaign: Campaign, manner: CaptionManner, actor: str, now: datetime, held: bool = False
) -> CaptionRun:
    """A new run over every decided question without a caption, held by this process or free to take.

    A run that nobody works on is ended first. `actor` requests the captions, so another person must accept them.
    Raises BadInput, naming the field, for what the manner cannot be; where the campaign does not mark; while another
    run is in progress; and where no question lacks a caption.
    """
    _require_possible(manner)
    require_marking(campaign)
    hold_campaign(campaign)
    _end_lost_run(campaign, now)
    reject_outdated(campaign=campaign, now=now)
    if not uncaptioned(campaign).exists():
        raise BadInput("no decided question lacks a caption")
    job = order_job(campaign=campaign, kind=KIND, actor=actor, now=now)
    if held:
        take_job(job=job, lease=LEASE, now=now)
    return CaptionRun.objects.create(campaign=campaign, job=job, **asdict(manner))


def record_end(job: Job, reason: str, now: datetime) -> None:
    """Put the end of a run into the ledger, with its counts."""
    run, progress = job.caption_run, caption_progress(job.campaign)
    payload = {
        "model": run.model,
        "prompt": run.prompt,
        "language": run.language,
        "frames": run.frames,
        "height": run.height,
        "ended": reason or "done",
        "made": run.attempts.filter(outcome=PASSED).count(),
        "without": progress.without,
        "tokens": run.tokens_in + run.tokens_out,
    }
    record_decision(campaign=job.campaign, kind=CAPTIONS_WRITTEN, actor=job.actor, payload=payload, now=now)


def _require_possible(manner: CaptionManner) -> None:
    for field, (least, most) in BOUNDS.items():
        value = getattr(manner, field)
        if not least <= value <= most:
            raise BadInput(f"expected {least:,} to {most:,}, got {value:,}", field=field)
    if manner.language not in LANGUAGES:
        raise BadInput(f"expected one of {', '.join(LANGUAGES)}", field="language")


def _end_lost_run(campaign: Campaign, now: datetime) -> None:
    """End the run that nobody works on; raises BadInput if somebody does."""
    run = newest_caption_run(campaign)
    if run is None or not run.job.is_live:
        return
    job = run.job
    if is_at_work(job, now):
        begun = f"begun {job.ordered_at:%Y-%m-%d %H:%M} UTC on {job.holder.split(':')[0]}"
        raise BadInput(f"captions of {campaign.slug!r} are already being written, {begun}")
    reason = "its process was interrupted" if job.holder else "another run started before it"
    if end_job(job=job, state=JobState.FAILED if job.holder else JobState.CANCELLED, now=now, reason=reason):
        record_end(job, reason, now)
