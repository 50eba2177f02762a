"""All that is kept of a run's scores: every query's values, means with intervals by split, treatments, counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from evaluation.metrics.columns import Bools, Floats
from evaluation.metrics.settings import Settings, Unjudged
from evaluation.reading.checked_run import CheckedRun
from evaluation.reading.label_set import LabelSet
from evaluation.reading.run import joined_run
from evaluation.scoring.bootstrap import interval
from evaluation.scoring.scores import Scores, score_predictions

ALL = "all"
RESAMPLES = 1000
SEED = 0
OTHER_TREATMENTS: tuple[Unjudged, ...] = ("dropped", "lower", "upper")
PASSES = 1 + len(OTHER_TREATMENTS)


@dataclass(frozen=True, slots=True)
class Scorecard:
    """`summary` maps a split to its number of queries and to each measure's mean, low and high end."""

    measures: list[str]
    values: Floats
    summary: dict[str, Any]
    treatments: dict[str, dict[str, float]]
    counts: Mapping[str, int]


def scorecard(
    run: CheckedRun, labels: LabelSet, settings: Settings, advance: Callable[[int], None] = lambda done: None
) -> Scorecard:
    """Score the run; raises EvaluationError if none of its queries is labelled.

    Every query is scored in each of the PASSES; `advance` gets the number of queries scored so far.
    """
    joined = joined_run(run, labels.labels)
    truths, queries = labels.labels.truths, len(labels.labels.query_ids)
    scores = score_predictions(joined.predictions, truths, queries, settings)
    treatments: dict[str, dict[str, float]] = {}
    for passed, treatment in enumerate(OTHER_TREATMENTS, start=1):
        advance(passed * queries)
        treated = replace(settings, unjudged=treatment)
        treatments[treatment] = score_predictions(joined.predictions, truths, queries, treated).means()
    summary = {split: summary_of(scores, mask) for split, mask in masks_of(labels.splits).items()}
    return Scorecard(scores.names, scores.values, summary, treatments, joined.counts)


def masks_of(splits: list[str]) -> dict[str, Bools]:
    """Which queries belong to each split; "all" first."""
    column = np.array(splits)
    masks: dict[str, Bools] = {ALL: np.ones(len(splits), dtype=np.bool_)}
    return masks | {split: column == split for split in sorted(set(splits))}


def summary_of(scores: Scores, mask: Bools) -> dict[str, Any]:
    """The means over the masked queries, each with its 95% interval from the bootstrap over queries."""
    values = scores.values[mask]
    low, high = interval(values, resamples=RESAMPLES, seed=SEED)
    ends = np.stack([values.mean(axis=0), low, high], axis=1).tolist()
    return {"queries": len(values), "measures": dict(zip(scores.names, ends, strict=True))}
