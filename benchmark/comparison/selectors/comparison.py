"""Two runs side by side: over all queries, and query by query."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from django.http import Http404

from annotator.people.selectors.access import Lead
from benchmark.models import Run, RunScores
from benchmark.runs.selectors.runs import required_scores, run_numbered
from evaluation.metrics.columns import Bools, Floats
from evaluation.reading.packing import unpacked
from evaluation.scoring.bootstrap import interval
from evaluation.scoring.scorecard import RESAMPLES, SEED, masks_of
from moments.base.errors import BadInput

SORTS = ("gain", "loss", "query")


@dataclass(frozen=True, slots=True)
class Difference:
    """One measure of both runs, first minus second, with its paired 95% interval; on how many queries each wins."""

    measure: str
    first: float
    second: float
    difference: float
    low: float
    high: float
    wins: int
    losses: int
    ties: int

    @property
    def is_clear(self) -> bool:
        """Whether the interval excludes zero."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class ComparedQuery:
    """One query under one measure."""

    query_id: int
    first: float
    second: float

    @property
    def difference(self) -> float:
        """First minus second."""
        return self.first - self.second


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two runs scored against one set of labels, on the queries of one split."""

    first: Run
    second: Run
    splits: list[str]
    split: str
    query_ids: list[str]
    measures: list[str]
    one: Floats
    other: Floats

    def differences(self) -> list[Difference]:
        """Every measure."""
        apart = self.one - self.other
        low, high = interval(apart, resamples=RESAMPLES, seed=SEED)
        return [
            Difference(
                measure=measure,
                first=float(self.one[:, at].mean()),
                second=float(self.other[:, at].mean()),
                difference=float(apart[:, at].mean()),
                low=float(low[at]),
                high=float(high[at]),
                wins=int((apart[:, at] > 0).sum()),
                losses=int((apart[:, at] < 0).sum()),
                ties=int((apart[:, at] == 0).sum()),
            )
            for at, measure in enumerate(self.measures)
        ]

    def rows(self, measure: str, sort: str) -> list[ComparedQuery]:
        """Every query under the measure, by what the first gains, by what it loses, or by query."""
        at = self.measures.index(measure)
        rows = [
            ComparedQuery(int(query), float(first), float(second))
            for query, first, second in zip(self.query_ids, self.one[:, at], self.other[:, at], strict=True)
        ]
        if sort == "query":
            return sorted(rows, key=lambda row: row.query_id)
        sign = -1 if sort == "gain" else 1
        return sorted(rows, key=lambda row: (sign * row.difference, row.query_id))


def pairing(lead: Lead, first: int, second: int, split: str) -> Pairing:
    """The two runs of these numbers.

    Raises Http404 for a run or a split that is not there, BadInput if one failed or is not scored yet, or the two
    are scored against different labels.
    """
    one, other = run_numbered(lead, first), run_numbered(lead, second)
    scores, against = required_scores(one), required_scores(other)
    if scores.snapshot_id != against.snapshot_id:
        raise BadInput(
            "the two runs were scored against different labels; you can compare them once both are scored again"
        )
    if scores.measures != against.measures:
        raise BadInput("the two runs were scored with different measures; score them again")
    query_ids, splits = unpacked(scores.snapshot.content, "queries", "splits")
    masks = masks_of(splits.tolist())
    if split not in masks:
        raise Http404("no such split")
    mask = masks[split]
    return Pairing(
        first=one,
        second=other,
        splits=list(masks),
        split=split,
        query_ids=query_ids[mask].tolist(),
        measures=list(scores.measures),
        one=_values(scores, mask),
        other=_values(against, mask),
    )


def _values(scores: RunScores, mask: Bools) -> Floats:
    (values,) = unpacked(scores.values, "values")
    chosen: Floats = np.asarray(values, dtype=np.float64)[mask]
    return chosen
