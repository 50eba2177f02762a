"""Brings labels and raw scores together: every pair that raters could have made a label of."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from evaluation.metrics.columns import Ints, Truths
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.labels import Labels
from evaluation.reading.raw_scores import RawScores
from evaluation.stability.raters import score_counts
from evaluation.stability.settling import UNJUDGED, settled


@dataclass(frozen=True, slots=True)
class Judged:
    """Labels with the discarded pairs of their queries, and the scores of these pairs.

    `truths` holds both; `standing` is each one's relevance, UNJUDGED for the discarded. `differing` counts the
    labels that R3 and R5 would not give on these scores, `without_scores` those that have none, `left_out` the
    pairs with scores that are neither labelled nor placed in a labelled query.
    """

    labels: Labels
    standing: Ints
    raw: RawScores
    differing: int
    without_scores: int
    left_out: int

    def truths_with(self, relevance: Ints) -> Truths:
        """The ground truths where the pairs have these relevances; the unjudged are none."""
        return replace(self.labels.truths, relevance=relevance).chosen(relevance != UNJUDGED)


def judged_pairs(labels: Labels, raw: RawScores, *, tolerance: int) -> Judged:
    """The pairs that both files speak of; raises EvaluationError if they have none in common."""
    number_of = {pair: number for number, pair in enumerate(labels.pair_ids)}
    added = _placed(labels, raw, number_of)
    extended = _extended(labels, raw, added)
    for pair in added:
        number_of[raw.pair_ids[pair]] = len(number_of)
    numbers = np.array([number_of.get(pair, -1) for pair in raw.pair_ids], dtype=np.int64)
    known = numbers >= 0
    if not known.any():
        raise EvaluationError(f"{raw.path}: none of its {len(raw.pair_ids):,} pairs has a label in {labels.path}")
    kept = known[raw.pair]
    scores = replace(raw, pair=numbers[raw.pair[kept]], rater=raw.rater[kept], score=raw.score[kept])
    standing = extended.truths.relevance
    counts = score_counts(scores, np.ones(len(raw.raters), dtype=np.int64), len(standing))
    scored = counts.sum(axis=1) > 0
    differing = scored & (settled(counts, tolerance=tolerance) != standing) & (standing != UNJUDGED)
    without = int((~scored).sum())
    return Judged(extended, standing, scores, int(differing.sum()), without, int((~known).sum()))


def _placed(labels: Labels, raw: RawScores, number_of: dict[str, int]) -> list[int]:
    """The pairs of the raw scores that have no label but a place in a labelled query."""
    queries = set(labels.query_ids)
    pairs = enumerate(zip(raw.pair_ids, raw.places, strict=False))
    return [at for at, (pair, place) in pairs if pair not in number_of and place.query in queries]


def _extended(labels: Labels, raw: RawScores, added: list[int]) -> Labels:
    places = [raw.places[at] for at in added]
    row_of = {query: row for row, query in enumerate(labels.query_ids)}
    video_of = {name: number for number, name in enumerate(labels.video_names)}
    video = [video_of.setdefault(place.video, len(video_of)) for place in places]
    old = labels.truths
    truths = Truths(
        np.r_[old.row, np.array([row_of[place.query] for place in places], dtype=np.int64)],
        np.r_[old.video, np.array(video, dtype=np.int64)],
        np.r_[old.start_s, np.array([place.start_s for place in places])],
        np.r_[old.end_s, np.array([place.end_s for place in places])],
        np.r_[old.relevance, np.full(len(places), UNJUDGED)],
    )
    return replace(labels, video_names=list(video_of), truths=truths)
