"""How alike the segments of two people are: IoU, edges, segments missed and extra, with intervals over questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy

from annotator.marking.matching import Comparison
from annotator.statistics.bootstrap import STANDARD, Measure, Resampling, Units, estimates, ratios
from annotator.statistics.estimate import Estimate, undefined
from annotator.statistics.scale import Floats, Integers

NO_MATCH = "no segments overlap"
NO_SEGMENT = "nobody marked a segment"
TOO_FEW = "fewer than two questions were marked by two people"
COLUMNS = 8
IOU, MATCHES, MISSED, REFERENCE, EXTRA, GIVEN, AGREED, QUESTIONS = range(COLUMNS)


@dataclass(frozen=True, slots=True)
class SegmentAgreement:
    """One side's segments held against a reference, question by question, after joining (M1) and matching (M2).

    `iou` is the mean of the matches. Edge errors are the distances of their starts and of their ends, in seconds.
    `missed` is the share of the reference's segments without a match, `extra` the share of the other side's. `agreed`
    is the share of questions on which both agree in everything. Every estimate's `n` is the number of questions.
    """

    questions: int
    matches: int
    reference: int
    given: int
    iou: Estimate
    edge_median_s: Estimate
    edge_90_s: Estimate
    missed: Estimate
    extra: Estimate
    agreed: Estimate


def segment_agreement(questions: Sequence[Comparison], *, resampling: Resampling = STANDARD) -> SegmentAgreement:
    """The agreement of `other` with `one`, the reference; questions are drawn again for the intervals."""
    table = np.array([_row(question) for question in questions], dtype=np.float64).reshape(-1, COLUMNS)
    errors, counts = _edge_errors(questions)
    units = Units(
        scipy.sparse.hstack([scipy.sparse.csr_array(table), counts], format="csr"),
        np.ones(len(questions), dtype=np.int64),
    )
    found = estimates(
        units,
        [
            (_share(IOU, MATCHES), NO_MATCH),
            *((quantile, NO_MATCH) for quantile in _quantiles(errors, (0.5, 0.9))),
            (_share(MISSED, REFERENCE), NO_SEGMENT),
            (_share(EXTRA, GIVEN), NO_SEGMENT),
            (_share(AGREED, QUESTIONS), NO_SEGMENT),
        ],
        resampling,
    )
    if len(questions) < 2:
        found = [undefined(len(questions), TOO_FEW) for _ in found]
    totals = table.sum(axis=0).astype(np.int64).tolist()
    return SegmentAgreement(len(questions), totals[MATCHES], totals[REFERENCE], totals[GIVEN], *found)


def _row(question: Comparison) -> tuple[float, ...]:
    matches, missed, extra = len(question.matches), len(question.only_one), len(question.only_other)
    overlap = sum(match.iou for match in question.matches)
    return (overlap, matches, missed, matches + missed, extra, matches + extra, question.all_agree, 1)


def _edge_errors(questions: Sequence[Comparison]) -> tuple[Floats, scipy.sparse.csr_array]:
    """The errors that occur, in seconds and ascending, and how often each question has each of them."""
    found = [
        (place, abs(error))
        for place, question in enumerate(questions)
        for match in question.matches
        for error in (match.one.start_ms - match.other.start_ms, match.one.end_ms - match.other.end_ms)
    ]
    pairs = np.array(found, dtype=np.int64).reshape(-1, 2)
    errors, columns = np.unique(pairs[:, 1], return_inverse=True)
    shape = (len(questions), len(errors))
    return errors / 1000, scipy.sparse.csr_array((np.ones(len(pairs)), (pairs[:, 0], columns)), shape=shape)


def _share(part: int, whole: int) -> Measure:
    def measure(sums: Floats) -> Floats:
        return ratios(sums[:, part], sums[:, whole])

    return measure


def _quantiles(errors: Floats, shares: Sequence[float]) -> list[Measure]:
    """The quantiles of the errors as numpy computes them, interpolated between the two nearest.

    All of them are asked about the same sums in turn, whose running totals are therefore counted once.
    """
    kept: list[tuple[Floats, Integers]] = []

    def running(sums: Floats) -> Integers:
        if not kept or kept[0][0] is not sums:
            kept[:] = [(sums, sums[:, COLUMNS:].cumsum(axis=1).round().astype(np.int64))]
        return kept[0][1]

    def quantile(share: float) -> Measure:
        def measure(sums: Floats) -> Floats:
            upto = running(sums)
            if not upto.size:
                return np.full(len(sums), np.nan)
            place = share * np.maximum(upto[:, -1] - 1, 0)
            low, high = _at(errors, upto, np.floor(place)), _at(errors, upto, np.ceil(place))
            found = low + (high - low) * (place - np.floor(place))
            return np.where(upto[:, -1] > 0, found, np.nan)

        return measure

    return [quantile(share) for share in shares]


def _at(errors: Floats, upto: Integers, place: Floats) -> Floats:
    """The error at each row's place, counted from 0 among its errors in order."""
    columns = (upto <= place[:, np.newaxis]).sum(axis=1)
    return np.asarray(errors[np.minimum(columns, len(errors) - 1)])
