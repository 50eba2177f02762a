"""Scores the runs that wait: one after another, each claimed by a conditional UPDATE."""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import numpy as np
from django.db import transaction
from django.db.models import Exists, F, OuterRef

from benchmark.models import LabelSnapshot, Run, RunKind, RunScores, RunState
from benchmark.runs.files import corpus_path, run_path
from benchmark.runs.services.uploading import run_folder, said_of
from benchmark.snapshots.selectors import labels_in, newest_snapshot, renewable_campaigns
from benchmark.snapshots.services import renew_labels, renewal_is_due
from evaluation.metrics.errors import EvaluationError
from evaluation.metrics.settings import Settings
from evaluation.reading.label_set import LabelSet
from evaluation.reading.packing import packed
from evaluation.reading.run_formats import CheckedRun, read_checked_run
from evaluation.scoring.answers import packed_answers
from evaluation.scoring.reference_runs import checked_reference
from evaluation.scoring.scorecard import SEED, Scorecard, scorecard
from moments.jobs.services.steps import Steps, is_passing

logger = logging.getLogger("reelevance.evaluation")
CUT_OFF_AFTER = timedelta(minutes=30)
MOST_TRIES = 3
TURN_S = 5.0
SETTINGS = Settings()
RENEW, SCORE = "renew labels", "score runs"


def score_due_runs(*, now: datetime) -> int:
    """Renew the labels that are due and score runs until none waits or five seconds are over; how many.

    Safe to run twice at once: a run is scored by whoever claims it, and what was cut off is claimed again. Labels or
    a run that fail are marked and stop no other; a run waits until it counts as cut off.
    """
    begin = time.monotonic()
    steps = Steps(RENEW, now=now)
    for due in renewable_campaigns():
        if renewal_is_due(due.newest, ledger_length=due.ledger_length, now=now):
            steps.attempt(RENEW, partial(renew_labels, campaign=due.campaign, now=now), campaign=due.campaign)
    steps.clear_gone()
    put_back_cut_off(now=now)
    scored = 0
    steps = Steps(SCORE, now=now, at_once=True)
    while time.monotonic() - begin < TURN_S and (run := claim_run(now=now)) is not None:
        steps.attempt(SCORE, partial(score_run, run=run, now=now), campaign=run.campaign)
        scored += 1
    steps.clear_gone()
    return scored


def put_back_cut_off(*, now: datetime) -> None:
    """Let runs whose scoring was cut off wait again, or fail for good after three goes."""
    cut_off = Run.objects.filter(state=RunState.SCORING, since__lt=now - CUT_OFF_AFTER)
    reason = f"scoring was cut off {MOST_TRIES} times; is the file too large for the worker's memory?"
    cut_off.filter(tries__gte=MOST_TRIES).update(state=RunState.FAILED, reason=reason, since=now)
    cut_off.filter(tries__lt=MOST_TRIES).update(state=RunState.WAITING, since=now)


def claim_run(*, now: datetime) -> Run | None:
    """The next waiting run of a campaign with labels, now this caller's; None where there is none."""
    labelled = LabelSnapshot.objects.filter(campaign=OuterRef("campaign"))
    waiting = Run.objects.filter(Exists(labelled), state=RunState.WAITING).order_by("since", "pk")
    for run in waiting.select_related("campaign")[:20]:
        claimed = Run.objects.filter(pk=run.pk, state=RunState.WAITING).update(
            state=RunState.SCORING, tries=F("tries") + 1, since=now, reason=""
        )
        if claimed:
            run.since = now
            return run
    return None


def score_run(*, run: Run, now: datetime) -> None:
    """Score a claimed run against the newest labels, or say why it cannot be scored."""
    snapshot = newest_snapshot(run.campaign)
    assert snapshot is not None  # it was claimed because there is one
    try:
        labels = labels_in(snapshot)
        checked = _read(run, labels)
        card = scorecard(checked, labels, SETTINGS)
        answers = packed_answers(checked, labels.labels)
    except EvaluationError as error:
        folder = run_folder(run.campaign)
        _fail(run, said_of(error, folder, run.stored, run.file_name, "the video corpus"), now)
    except MemoryError:
        _fail(run, "the file is too large for the worker's memory", now)
    except Exception as error:  # the worker goes on with the next run
        if is_passing(error):
            raise
        logger.exception("run %s could not be scored", run.pk)
        _fail(run, f"could not be scored ({type(error).__name__}); the worker's log says more", now)
    else:
        _keep(run, snapshot, card, answers, now)


def _read(run: Run, labels: LabelSet) -> CheckedRun:
    if run.kind == RunKind.SIMILARITY:
        return checked_reference(labels.labels, "similarity")
    if run.kind == RunKind.RANDOM:
        return checked_reference(labels.labels, "random", seed=SEED)
    if run.kind == RunKind.ORACLE:
        return checked_reference(labels.labels, "oracle")
    folder = run_folder(run.campaign)
    corpus: Path | None = corpus_path(folder, run.stored) if run.has_corpus else None
    return read_checked_run(run_path(folder, run.stored), corpus=corpus)


def _fail(run: Run, reason: str, now: datetime) -> None:
    mine = Run.objects.filter(pk=run.pk, state=RunState.SCORING, since=run.since)
    mine.update(state=RunState.FAILED, reason=reason[:500], since=now)


@transaction.atomic
def _keep(run: Run, snapshot: LabelSnapshot, card: Scorecard, answers: bytes, now: datetime) -> None:
    """Store the scores, unless the run was deleted or sent to scoring again meanwhile."""
    mine = Run.objects.filter(pk=run.pk, state=RunState.SCORING, since=run.since)
    if not mine.update(state=RunState.SCORED, reason="", since=now):
        return
    RunScores.objects.update_or_create(
        run=run,
        defaults={
            "snapshot": snapshot,
            "scored_at": now,
            "measures": card.measures,
            "summary": card.summary,
            "treatments": card.treatments,
            "counts": dict(card.counts),
            "values": packed(values=np.asarray(card.values)),
            "answers": answers,
        },
    )
    LabelSnapshot.objects.filter(campaign=run.campaign, number__lt=snapshot.number, scores=None).delete()
