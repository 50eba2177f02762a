"""A depth study's figures: relevance by rank and by similarity, and how many relevant moments lie beyond the cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from annotator.statistics.shares import share_of
from annotator.text.section import BINS_A_UNIT, Cell, Plot, Section

BIN = 10
RESAMPLES = 2000
FEWEST_QUERIES = 2
ROUNDING = 0.0000005


class StudiedPair(NamedTuple):
    """A pair of a study: its query's number, its place in the ranking, why it is in, its mean score (None: none)."""

    query: int
    rank: int
    similarity: float
    is_top: bool
    mean: float | None


@dataclass(frozen=True, slots=True)
class ShareEstimate:
    """A share in percent with the bounds of its interval; None if nothing was counted or no interval can be."""

    value: float | None
    low: float | None = None
    high: float | None = None

    @property
    def in_words(self) -> str:
        """In words: 3.1% [1.2, 7.7]."""
        if self.value is None:
            return "not known yet"
        bounds = "" if self.low is None or self.high is None else f" [{self.low:.1f}, {self.high:.1f}]"
        return f"{self.value:.1f}%{bounds}"


@dataclass(frozen=True, slots=True)
class Stratum:
    """Pairs of like ranks: how many, how many with a score, their mean score, the share that is relevant."""

    label: str
    pairs: int
    scored: int
    mean: float | None
    relevant: int
    share: ShareEstimate


@dataclass(frozen=True, slots=True)
class SimilarityBin:
    """The scored pairs of a stretch of similarity 0.05 wide: those of the top or the others, and their mean score."""

    start: float
    is_top: bool
    scored: int
    mean: float


@dataclass(frozen=True, slots=True)
class StudyFigures:
    """What a study says: strata by rank, bins by similarity, and the share of relevant moments beyond the cut."""

    strata: tuple[Stratum, ...]
    bins: tuple[SimilarityBin, ...]
    others: Stratum
    beyond: ShareEstimate
    beyond_top: ShareEstimate
    queries: int
    cut: int
    threshold: float

    @property
    def scored(self) -> int:
        """How many pairs have a score."""
        return sum(stratum.scored for stratum in self.strata)


def study_figures(pairs: Sequence[StudiedPair], *, top: int, cut: int, moments: int, threshold: float) -> StudyFigures:
    """The figures over the pairs of a study of the first `top` of `moments`, with candidates down to rank `cut`.

    A pair is relevant where the mean of its scores reaches `threshold`.
    """
    in_top = [pair for pair in pairs if pair.is_top]
    strata = [
        _stratum(
            f"{first}–{min(first + BIN - 1, top)}", [p for p in in_top if first <= p.rank < first + BIN], threshold
        )
        for first in range(1, top + 1, BIN)
    ]
    others = _stratum("others", [pair for pair in pairs if not pair.is_top], threshold)
    counts = _by_query(pairs, top, cut, moments, threshold)
    return StudyFigures(
        strata=(*strata, others),
        bins=tuple(_bins(pairs)),
        others=others,
        beyond=_beyond(counts, first=1),
        beyond_top=_beyond(counts, first=2),
        queries=len({pair.query for pair in pairs}),
        cut=cut,
        threshold=threshold,
    )


def wilson(part: int, whole: int) -> ShareEstimate:
    """A share in percent with Wilson's 95% interval."""
    share = share_of(part, whole)
    if share.value is None or share.low is None or share.high is None:
        return ShareEstimate(None)
    return ShareEstimate(round(100 * share.value, 2), round(100 * share.low, 2), round(100 * share.high, 2))


def of_study(number: int, figures: StudyFigures) -> Section:
    """The study as a section of the report."""
    sentence = (
        f"Over {figures.queries} sampled queries, {figures.beyond.in_words} of the relevant moments (mean score at "
        f"least {figures.threshold:g}) are beyond rank {figures.cut}, and {figures.beyond_top.in_words} "
        f"are beyond all moments studied in order. Of the other moments, which were drawn at random, "
        f"{figures.others.share.in_words} are relevant. The 95% intervals come from a bootstrap over queries, and "
        f"from Wilson's method for the last figure. These scores are not part of any label."
    )
    drawn: tuple[dict[str, Cell], ...] = tuple(
        {"x": stratum.label, "y": stratum.mean} for stratum in figures.strata if stratum.mean is not None
    )
    by_similarity: tuple[dict[str, Cell], ...] = tuple(
        {"x": min(round(one.start + 0.5 / BINS_A_UNIT, 3), 1.0), "y": one.mean, "group": "top" if is_top else "others"}
        for is_top in (True, False)
        for one in figures.bins
        if one.is_top == is_top
    )
    return Section(
        name=f"study_{number}",
        title=f"Depth study {number}",
        sentence=sentence,
        header=("ranks", "pairs", "scored", "mean score", "relevant", "% relevant", "from", "to"),
        rows=tuple(
            (one.label, one.pairs, one.scored, one.mean, one.relevant, one.share.value, one.share.low, one.share.high)
            for one in figures.strata
        ),
        plots=(
            Plot(f"study_{number}_by_rank", "bars", f"Mean score by rank. {sentence}", "ranks", "mean score", drawn),
            Plot(
                f"study_{number}_by_similarity",
                "groups",
                f"Mean score by similarity, the most similar against others. {sentence}",
                "similarity",
                "mean score",
                by_similarity,
            ),
        ),
    )


def _stratum(label: str, pairs: Sequence[StudiedPair], threshold: float) -> Stratum:
    means = [pair.mean for pair in pairs if pair.mean is not None]
    relevant = sum(mean >= threshold for mean in means)
    mean = round(sum(means) / len(means), 2) if means else None
    return Stratum(label, len(pairs), len(means), mean, relevant, wilson(relevant, len(means)))


def _bins(pairs: Iterable[StudiedPair]) -> Iterable[SimilarityBin]:
    found: dict[tuple[int, bool], list[float]] = {}
    for pair in pairs:
        if pair.mean is not None:
            place = int(np.floor((pair.similarity + ROUNDING) * BINS_A_UNIT))
            found.setdefault((place, pair.is_top), []).append(pair.mean)
    for (place, is_top), means in sorted(found.items()):
        yield SimilarityBin(place / BINS_A_UNIT, is_top, len(means), round(sum(means) / len(means), 2))


def _by_query(
    pairs: Sequence[StudiedPair], top: int, cut: int, moments: int, threshold: float
) -> list[tuple[float, float, float]]:
    """Per query the relevant moments up to the cut, from there to `top`, and beyond, each scaled up from the scored.

    Queries of which a part that is not empty has no score yet are left out.
    """
    found = []
    for query in sorted({pair.query for pair in pairs}):
        mine = [pair for pair in pairs if pair.query == query]
        parts = (
            ([pair for pair in mine if pair.is_top and pair.rank <= cut], min(cut, top)),
            ([pair for pair in mine if pair.is_top and pair.rank > cut], max(top - cut, 0)),
            ([pair for pair in mine if not pair.is_top], moments - top),
        )
        scaled = [_scaled(part, size, threshold) for part, size in parts]
        if None not in scaled:
            found.append((scaled[0] or 0.0, scaled[1] or 0.0, scaled[2] or 0.0))
    return found


def _scaled(part: Sequence[StudiedPair], size: int, threshold: float) -> float | None:
    means = [pair.mean for pair in part if pair.mean is not None]
    if not size:
        return 0.0
    return sum(mean >= threshold for mean in means) / len(means) * size if means else None


def _beyond(counts: Sequence[tuple[float, float, float]], *, first: int) -> ShareEstimate:
    """The share of relevant moments in part `first` and after, over all queries; seeded, so the same each time."""
    table = np.array(counts, dtype=np.float64).reshape(-1, 3)
    if not table.sum():
        return ShareEstimate(None)
    value = float(table[:, first:].sum() / table.sum())
    if len(table) < FEWEST_QUERIES or value in (0.0, 1.0):  # drawing again would only find the same
        return ShareEstimate(round(100 * value, 2))
    draws = np.random.default_rng(0).integers(0, len(table), (RESAMPLES, len(table)))
    sums = table[draws].sum(axis=1)
    sums = sums[sums.sum(axis=1) > 0]
    low, high = np.percentile(sums[:, first:].sum(axis=1) / sums.sum(axis=1), [2.5, 97.5])
    return ShareEstimate(round(100 * value, 2), round(100 * float(low), 2), round(100 * float(high), 2))
