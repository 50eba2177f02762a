"""Scores a run of a twins campaign (docs/measures-of-twins.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmark.models import LabelSnapshot, Run, RunKind
from benchmark.runs.files import run_path
from benchmark.runs.services.uploading import run_folder
from benchmark.snapshots.selectors import twin_labels_in
from evaluation.reading.packing import packed
from evaluation.scoring.scorecard import RESAMPLES, SEED
from evaluation.twins.metrics.settings import TwinSettings
from evaluation.twins.reading.labels import TwinLabels
from evaluation.twins.reading.run import TwinRun, read_twin_run
from evaluation.twins.scoring.figures import figures_of
from evaluation.twins.scoring.kept_answers import COLUMNS, answers_as_rows, summary_of
from evaluation.twins.scoring.reference_runs import Reference, reference_answers
from moments.jobs.services.doing import Go

SETTINGS = TwinSettings()


def twin_scores(run: Run, snapshot: LabelSnapshot, go: Go) -> Mapping[str, Any]:
    """The fields of the scores; raises EvaluationError for a file that is no run of these twins."""
    labels = twin_labels_in(snapshot)
    go.begin(2)
    read = _read(run, labels)
    go.advance(1)
    figures = figures_of(labels.items, read.answers, SETTINGS, resamples=RESAMPLES, seed=SEED)
    go.advance(2)
    return {
        "measures": COLUMNS,
        "summary": summary_of(figures),
        "treatments": {},
        "counts": dict(read.counts),
        "values": packed(values=answers_as_rows(labels.items, read.answers)),
        "answers": b"",
    }


def _read(run: Run, labels: TwinLabels) -> TwinRun:
    if run.kind == RunKind.UPLOADED:
        return read_twin_run(run_path(run_folder(run.campaign), run.stored), labels, width=SETTINGS.width)
    kind: Reference = "oracle" if run.kind == RunKind.ORACLE else "random"
    return TwinRun(reference_answers(labels.items, kind, seed=SEED), {})
