"""Gives restored results the jobs that made them, from an archive's own rows or those of earlier versions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.dateparse import parse_datetime

from benchmark.models import Run
from consensus.models import CaptionRun, Export, TwinRewriteRun
from moments.database.row_checks import RowChecks
from moments.models import Job, JobState, RewriteRun

Values = dict[str, Any]
STATES = {"making": JobState.WAITING, "ready": JobState.DONE, "failed": JobState.FAILED}


def job_values(model: type[Model], values: Values) -> Values:
    """What the row says of its job; the columns of archives from before there were jobs are replaced by it."""
    if "job" not in values:
        values["job"] = FORMER[model](values)
    job: Values = values["job"]
    return job


def restored_job(model: type[Model], values: Values) -> Job:
    """The row's job, stored; raises ValidationError or the like for one that cannot be."""
    stated = job_values(model, values)
    del values["job"]
    kind, is_numbered = JOB_KINDS[model]
    job = Job(
        campaign_id=values["campaign_id"],
        kind=kind,
        number=values["number"] if is_numbered else 0,
        actor=stated["actor"],
        ordered_at=_time(stated["ordered_at"]),
        state=stated["state"],
        finished_at=_time(stated["finished_at"]),
        reason=stated["reason"],
    )
    for fault in RowChecks(Job).faults([job]):
        raise ValidationError(f"job, {fault.field}: {fault.problem}")
    job.save()
    return job


def _of_export(values: Values) -> Values:
    actor, ordered_at, ready_at = (values.pop(name) for name in ("actor", "made_at", "ready_at"))
    state, reason = STATES[values.pop("state")], values.pop("failure")
    del values["taken_at"], values["attempts"]
    finished_at = None if state == JobState.WAITING else ready_at or ordered_at
    return {"actor": actor, "ordered_at": ordered_at, "state": state, "finished_at": finished_at, "reason": reason}


def _of_run(values: Values) -> Values:
    state, since, reason = values.pop("state"), values.pop("since"), values.pop("reason")
    del values["tries"]
    ended = {"scored": JobState.DONE, "failed": JobState.FAILED}.get(state)
    job = {"actor": values["uploaded_by"], "ordered_at": since, "finished_at": since if ended else None}
    return {**job, "state": ended or JobState.WAITING, "reason": reason}


def _of_rewrite_run(values: Values) -> Values:
    job = {name: values.pop(name) for name in ("actor", "ordered_at", "reason")}
    del values["holder"], values["leased_until"], values["stop_asked"]
    job["finished_at"] = values.pop("ended_at")
    ended = JobState.FAILED if job["reason"] else JobState.DONE
    return {**job, "state": ended if job["finished_at"] else JobState.WAITING}


def _time(text: str | None) -> Any:
    return None if text is None else parse_datetime(text)


# The kind of each model's jobs, and whether a campaign may have several under way.
JOB_KINDS: dict[type[Model], tuple[str, bool]] = {
    Export: ("export", False),
    Run: ("run", True),
    RewriteRun: ("rewriting", False),
    CaptionRun: ("captions", False),
    TwinRewriteRun: ("rewrites", False),
}
FORMER: dict[type[Model], Callable[[Values], Values]] = {
    Export: _of_export,
    Run: _of_run,
    RewriteRun: _of_rewrite_run,
}
