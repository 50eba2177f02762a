"""Begins, holds and ends a campaign's runs of rewriting."""

from __future__ import annotations

import os
import secrets
import socket
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.database.planner_statistics import refresh_statistics
from moments.ledger.services import record_decision
from moments.models import Campaign, Moment, RewriteRun, RewriteState, Rewriting
from moments.rewriting.faults import one_line
from moments.rewriting.ledger_kinds import CAPTIONS_REWRITTEN
from moments.rewriting.selectors.progress import newest_run, require_unsampled, rewrite_progress

LEASE = timedelta(seconds=120)
CHUNK = 2000
FASTEST = 6_000
MOST_PARALLEL = 64


@dataclass(frozen=True, slots=True)
class Manner:
    """How a run rewrites."""

    method: str
    model: str
    prompt: str
    encoder: str
    tagger: str
    parallel: int = 4
    rate: int = 60


@transaction.atomic
def order_run(*, campaign: Campaign, manner: Manner, actor: str, now: datetime, held: bool = False) -> RewriteRun:
    """A new run, held by this process or free to take, with a row for every moment.

    A run that is not over and whose process is gone is ended first. Raises BadInput while another goes on, without
    moments, and once there are queries or pairs.
    """
    if not 1 <= manner.parallel <= MOST_PARALLEL:
        raise BadInput(f"expected 1 to {MOST_PARALLEL}, got {manner.parallel}", field="parallel")
    if not 1 <= manner.rate <= FASTEST:
        raise BadInput(f"expected 1 to {FASTEST} a minute, got {manner.rate}", field="rate")
    hold_campaign(campaign)
    require_unsampled(campaign)
    if not campaign.moments.exists():
        raise BadInput(f"campaign {campaign.slug!r} has no moments; run import_moments first")
    _end_lost_run(campaign, now)
    _add_rows(campaign)
    fields = {name: getattr(manner, name) for name in Manner.__dataclass_fields__}
    if held:
        fields |= {"holder": _this_process(), "leased_until": now + LEASE}
    return RewriteRun.objects.create(campaign=campaign, actor=actor, ordered_at=now, **fields)


def take_run(*, run: RewriteRun, now: datetime) -> bool:
    """Hold the run for this process; False where somebody else holds it or it is over."""
    holder = _this_process()
    free = RewriteRun.objects.filter(Q(holder="") | Q(leased_until__lt=now), pk=run.pk, ended_at=None)
    if not free.update(holder=holder, leased_until=now + LEASE):
        return False
    run.refresh_from_db()
    return run.holder == holder


def keep_run(*, run: RewriteRun, tokens_in: int = 0, tokens_out: int = 0, now: datetime) -> str:
    """Renew the lease and add the tokens; why the run has to end, or nothing."""
    mine = RewriteRun.objects.filter(pk=run.pk, holder=run.holder, ended_at=None)
    paid = {"tokens_in": F("tokens_in") + tokens_in, "tokens_out": F("tokens_out") + tokens_out}
    if not mine.update(leased_until=now + LEASE, **paid):
        RewriteRun.objects.filter(pk=run.pk).update(**paid)
        return "another process took the run over"
    if mine.filter(stop_asked=True).exists():
        return "stopped by an admin"
    return "" if not _is_sampled(run.campaign) else "there are queries or pairs now; captions stay as they are"


def release_run(*, run: RewriteRun) -> None:
    """Let the next process go on with the run."""
    RewriteRun.objects.filter(pk=run.pk, holder=run.holder, ended_at=None).update(holder="", leased_until=None)


@transaction.atomic
def end_run(*, run: RewriteRun, reason: str, now: datetime) -> bool:
    """Close the run and say so in the ledger, with its counts; False where it was closed or taken over before."""
    mine = RewriteRun.objects.filter(pk=run.pk, holder=run.holder, ended_at=None)
    if not mine.update(ended_at=now, reason=one_line(reason, 300), holder="", leased_until=None):
        return False
    _record_end(run, reason, now)
    refresh_statistics(Rewriting, Moment)
    return True


@transaction.atomic
def ask_to_stop(*, campaign: Campaign, now: datetime) -> bool:
    """Ask the run that goes on to stop, and end it at once where nobody works on it; False where there is none."""
    hold_campaign(campaign)
    run = campaign.rewrite_runs.filter(ended_at=None).first()
    if run is None:
        return False
    RewriteRun.objects.filter(pk=run.pk).update(stop_asked=True)
    if not run_goes_on(run, now):
        end_run(run=run, reason="stopped by an admin", now=now)
    return True


@transaction.atomic
def retry_failed(*, campaign: Campaign) -> int:
    """Let what got no answer wait for the next run; how many."""
    failed = Rewriting.objects.filter(moment__campaign=campaign, state=RewriteState.FAILED)
    return failed.update(state=RewriteState.WAITING, reason="")


def _this_process() -> str:
    """A name for this hold: machine, process and a random part."""
    return f"{socket.gethostname()[:60]}:{os.getpid()}:{secrets.token_hex(6)}"


def _add_rows(campaign: Campaign) -> None:
    """A waiting row for every moment that has none."""
    fresh = campaign.moments.filter(rewriting=None).order_by("pk").values_list("pk", flat=True)
    rows = [Rewriting(moment_id=moment) for moment in fresh]
    Rewriting.objects.bulk_create(rows, batch_size=CHUNK, ignore_conflicts=True)
    if len(rows) > CHUNK:
        refresh_statistics(Rewriting)


def _end_lost_run(campaign: Campaign, now: datetime) -> None:
    run = newest_run(campaign)
    if run is None or run.ended_at is not None:
        return
    if run_goes_on(run, now):
        raise BadInput(f"rewriting of {campaign.slug!r} is already running, {_held_by(run, now)}")
    reason = "its process was interrupted" if run.holder else "another run started before it"
    RewriteRun.objects.filter(pk=run.pk).update(ended_at=now, reason=reason, holder="", leased_until=None)
    _record_end(run, reason, now)


def _held_by(run: RewriteRun, now: datetime) -> str:
    """Since when, where, and when it is free if its process is gone."""
    left = (run.leased_until - now).total_seconds() if run.leased_until else 0.0
    where = f"begun {run.ordered_at:%Y-%m-%d %H:%M} UTC on {run.holder.split(':')[0]}"
    return f"{where}; if that process was killed, begin again in {left:.0f} s"


def free_lost_runs(*, now: datetime) -> int:
    """Let others go on with runs whose process of this machine is gone; how many."""
    held = RewriteRun.objects.filter(ended_at=None).exclude(holder="")
    lost = [run for run in held if not run_goes_on(run, now)]
    rows = (RewriteRun.objects.filter(pk=run.pk, holder=run.holder, ended_at=None) for run in lost)
    return sum(row.update(holder="", leased_until=None) for row in rows)


def run_goes_on(run: RewriteRun, now: datetime) -> bool:
    """Whether a process works on the run: its lease lasts, and it is not one of this machine that is gone."""
    if run.ended_at is not None or not run.holder or run.leased_until is None or run.leased_until < now:
        return False
    host, pid, _ = run.holder.rsplit(":", 2)
    if host != socket.gethostname()[:60]:
        return True
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _is_sampled(campaign: Campaign) -> bool:
    with suppress(BadInput):
        require_unsampled(campaign)
        return False
    return True


def _record_end(run: RewriteRun, reason: str, now: datetime) -> None:
    progress = rewrite_progress(run.campaign)
    told = {
        "method": run.method,
        "model": run.model,
        "prompt": run.prompt,
        "encoder": run.encoder,
        "tagger": run.tagger,
        "ended": reason or "done",
        "accepted": progress.accepted,
        "review": progress.review,
        "failed": progress.failed,
        "waiting": progress.waiting,
    }
    record_decision(campaign=run.campaign, kind=CAPTIONS_REWRITTEN, actor=run.actor, payload=told, now=now)
