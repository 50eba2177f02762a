"""Scores the runs that wait: one after another, each leased as a job."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models import Exists, OuterRef

from benchmark.models import LabelSnapshot, Run, RunKind, RunScores
from benchmark.runs.files import corpus_path, run_path
from benchmark.runs.selectors.documents import documents_of
from benchmark.runs.services.twin_scoring import twin_scores
from benchmark.runs.services.uploading import run_folder, shown_problem
from benchmark.snapshots.selectors import labels_in, newest_snapshot, renewable_campaigns
from benchmark.snapshots.services import renew_labels, renewal_is_due
from evaluation.metrics.errors import EvaluationError
from evaluation.metrics.settings import Settings
from evaluation.reading.checked_run import CheckedRun
from evaluation.reading.label_set import LabelSet
from evaluation.reading.packing import packed
from evaluation.reading.run_formats import read_checked_run
from evaluation.scoring.answers import packed_answers
from evaluation.scoring.reference_runs import checked_reference
from evaluation.scoring.scorecard import PASSES, SEED, scorecard
from moments.base.errors import BadInput
from moments.campaign.selectors import levels_of
from moments.jobs.selectors import free_jobs
from moments.jobs.services.doing import Go, JobKind, Stopped, do_jobs
from moments.jobs.services.steps import Steps
from moments.models import Job
from moments.scale import gains_of

TURN_S = 5.0
RENEW = "renew labels"
CUT_OFF = "scoring was interrupted 3 times; the file may be too large for the worker's memory"


def score_due_runs(*, now: datetime) -> int:
    """Renew the labels that are due and score runs until none waits or five seconds are over; how many were tried.

    Safe to run twice at once: a run is scored by whoever leases its job. Labels or a run that fail stop no other.
    """
    begin = time.monotonic()
    steps = Steps(RENEW, now=now)
    for due in renewable_campaigns():
        if renewal_is_due(due.newest, ledger_length=due.ledger_length, now=now):
            steps.attempt(RENEW, partial(renew_labels, campaign=due.campaign, now=now), campaign=due.campaign)
    steps.clear_gone()
    labelled = LabelSnapshot.objects.filter(campaign=OuterRef("campaign"))
    among = free_jobs(RUN.name, now).filter(Exists(labelled))
    return do_jobs(RUN, now=now, among=among, seconds=TURN_S - (time.monotonic() - begin))


def _score(job: Job, go: Go) -> str:
    """Score the run against the newest labels; raises BadInput, saying why it cannot be scored."""
    run, snapshot = Run.objects.filter(job=job).first(), newest_snapshot(job.campaign)
    if run is None or snapshot is None:
        raise Stopped  # it was deleted meanwhile
    run.campaign = job.campaign
    try:
        found = twin_scores(run, snapshot, go) if job.campaign.is_twin else _graded(run, snapshot, go)
    except EvaluationError as error:
        folder = run_folder(run.campaign)
        raise BadInput(shown_problem(error, folder, run.stored, run.file_name, "the video corpus")) from error
    except MemoryError as error:
        raise BadInput("the file is too large for the worker's memory") from error
    go.look()
    _keep(run, snapshot, found, go)
    return ""


def _graded(run: Run, snapshot: LabelSnapshot, go: Go) -> dict[str, Any]:
    """The fields of the scores of a run on graded labels."""
    labels = labels_in(snapshot)
    checked = _read(run, labels)
    go.begin(PASSES * len(labels.labels.query_ids))
    settings = Settings(gains=gains_of(levels_of(run.campaign)))
    card = scorecard(checked, labels, settings, go.advance)
    return {
        "measures": card.measures,
        "summary": card.summary,
        "treatments": card.treatments,
        "counts": dict(card.counts),
        "values": packed(values=np.asarray(card.values)),
        "answers": packed_answers(checked, labels.labels),
    }


def _read(run: Run, labels: LabelSet) -> CheckedRun:
    if run.kind == RunKind.SIMILARITY:
        return checked_reference(labels.labels, "similarity")
    if run.kind == RunKind.RANDOM:
        return checked_reference(labels.labels, "random", seed=SEED)
    if run.kind == RunKind.ORACLE:
        return checked_reference(labels.labels, "oracle")
    folder = run_folder(run.campaign)
    corpus: Path | None = corpus_path(folder, run.stored) if run.has_corpus else None
    documents = documents_of(run.campaign, run.documents)
    return read_checked_run(run_path(folder, run.stored), corpus=corpus, documents=documents)


@transaction.atomic
def _keep(run: Run, snapshot: LabelSnapshot, found: Mapping[str, Any], go: Go) -> None:
    """Store the scores, unless the run was deleted or sent to scoring again meanwhile."""
    go.finish()
    fields = {"snapshot": snapshot, "scored_at": go.now(), **found}
    RunScores.objects.update_or_create(run=run, defaults=fields)
    LabelSnapshot.objects.filter(campaign=run.campaign, number__lt=snapshot.number, scores=None).delete()


RUN = JobKind("run", "score runs", _score, lease=timedelta(minutes=30), cut_off=CUT_OFF, failed="could not be scored")
