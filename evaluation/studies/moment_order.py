"""The order of systems where one moment of each query is true, beside that under graded labels."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from evaluation.metrics.columns import Floats, Ints, Predictions, Truths
from evaluation.metrics.errors import EvaluationError
from evaluation.metrics.settings import Settings
from evaluation.reading.labels import Labels
from evaluation.scale import SCALE, Scale
from evaluation.studies.entries import Entries
from evaluation.studies.measure_agreement import agreement_interval, tau_between
from evaluation.studies.measured import Measured, measured


@dataclass(frozen=True, slots=True)
class MomentOrder:
    """The same systems and queries twice: with one true moment a query, and with graded labels.

    `tau`, `low` and `high` are measures with one true moment × measures on graded labels.
    """

    one: Measured
    graded: Measured
    tau: Floats
    low: Floats
    high: Floats


def most_similar(labels: Labels, scale: Scale = SCALE) -> Truths:
    """The labelled moment of each query that is most similar to it, of equals the first, as its only true one.

    A query that was made from a moment's caption is most similar to that moment. Raises EvaluationError if the
    labels have no similarity.
    """
    if labels.similarity is None:
        raise EvaluationError(f"{labels.path}: the labels have no similarity")
    truths = labels.truths
    order = np.lexsort((-labels.similarity, truths.row))
    first = order[np.r_[True, truths.row[order][1:] != truths.row[order][:-1]]]
    chosen = np.zeros(len(truths.row), dtype=np.bool_)
    chosen[first] = True
    found = truths.chosen(chosen)
    return replace(found, relevance=np.full_like(found.relevance, scale.highest))


def moment_order(
    entries: Entries, one: Truths, graded: Truths, settings: Settings, *, resamples: int, seed: int
) -> MomentOrder:
    """Both orders on the queries that have one true moment, and τ-b between them with its interval.

    Source: Liang and others, "TVR-Ranking", Appendix C.2, which compares corpus moment retrieval (VCMR: one true
    moment) with ranked retrieval (RVMR: graded labels).
    """
    rows = np.unique(one.row)
    found = [
        measured(entries.names, _renumbered(entries, rows), _kept(truths, rows), len(rows), settings)
        for truths in (one, graded)
    ]
    tau = tau_between(found[0].means, found[1].means)
    low, high = agreement_interval(found[0], found[1], resamples=resamples, seed=seed)
    return MomentOrder(found[0], found[1], tau, low, high)


def _kept(truths: Truths, rows: Ints) -> Truths:
    """The truths of these queries, with their places among them as rows."""
    kept = truths.chosen(np.isin(truths.row, rows))
    return replace(kept, row=np.searchsorted(rows, kept.row))


def _renumbered(entries: Entries, rows: Ints) -> list[Predictions]:
    kept = [one.chosen(np.isin(one.row, rows)) for one in entries.predictions]
    return [replace(one, row=np.searchsorted(rows, one.row)) for one in kept]
