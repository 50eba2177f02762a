"""Gives restored results the jobs that made them, from what an archive says or what earlier versions said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.dateparse import parse_datetime

from benchmark.models import Run
from consensus.models import Export
from moments.database.row_checks import RowChecks
from moments.models import Job, JobState

Values = dict[str, Any]
STATES = {"making": JobState.WAITING, "ready": JobState.DONE, "failed": JobState.FAILED}


def job_told(model: type[Model], values: Values) -> Values:
    """What is said of the row's job; the columns of archives before there were jobs give way to it."""
    if "job" not in values:
        values["job"] = FORMER[model](values)
    told: Values = values["job"]
    return told


def restored_job(model: type[Model], values: Values) -> Job:
    """The row's job, stored; raises ValidationError or the like for one that cannot be."""
    told = job_told(model, values)
    values.pop("job")
    kind, is_numbered = JOB_KINDS[model]
    job = Job(
        campaign_id=values["campaign_id"],
        kind=kind,
        number=values["number"] if is_numbered else 0,
        actor=told["actor"],
        ordered_at=_time(told["ordered_at"]),
        state=told["state"],
        finished_at=_time(told["finished_at"]),
        reason=told["reason"],
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
    told = {"actor": values["uploaded_by"], "ordered_at": since, "finished_at": since if ended else None}
    return {**told, "state": ended or JobState.WAITING, "reason": reason}


def _time(text: str | None) -> Any:
    return None if text is None else parse_datetime(text)


# The kind of each model's jobs, and whether a campaign may have several under way.
JOB_KINDS: dict[type[Model], tuple[str, bool]] = {Export: ("export", False), Run: ("run", True)}
FORMER: dict[type[Model], Callable[[Values], Values]] = {Export: _of_export, Run: _of_run}
