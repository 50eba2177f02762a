"""How the people of a campaign agree: couples, severity, ranges, disputed queries; pure functions over columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from annotator.statistics.alpha import Level, krippendorff_alpha
from annotator.statistics.bootstrap import STANDARD, Resampling
from annotator.statistics.confusion import ConfusionTable, table_from
from annotator.statistics.estimate import Estimate
from annotator.statistics.kappa import Weighting, cohen_kappa
from annotator.statistics.pairwise import pairwise_tables
from annotator.statistics.ratings import Ratings
from annotator.statistics.scale import SCALE, Integers, distances_on
from annotator.statistics.severity import mean_signed_difference
from annotator.statistics.tolerance import within_tolerance

POINT_ONLY = Resampling(resamples=0)
WEIGHTINGS = (Weighting.QUADRATIC, Weighting.UNWEIGHTED)
MOST_DISPUTED = 20

Couple = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """One entry a score in each column, sorted by pair, then rater.

    `rater` indexes `raters`, who are sorted; `at` is when the level was pressed, in milliseconds since 1970.
    """

    raters: tuple[str, ...]
    pair: Integers
    query: Integers
    rater: Integers
    round: Integers
    score: Integers
    at: Integers

    def only(self, kept: Integers) -> Scored:
        """The entries that `kept` (true or false, one an entry) keeps."""
        columns = (self.pair, self.query, self.rater, self.round, self.score, self.at)
        return Scored(self.raters, *(column[kept] for column in columns))

    def ratings(self) -> Ratings[str]:
        """The same with pairs as units."""
        return Ratings(self.raters, SCALE, self.units()[1], self.rater, self.score - SCALE.start, 0)

    def units(self) -> tuple[Integers, Integers]:
        """Where each pair's entries begin, and the place of each entry's pair."""
        _, starts, places = np.unique(self.pair, return_index=True, return_inverse=True)
        return starts, places


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of pairs beyond their scores: those that went to round 2, and the discarded."""

    escalated: Collection[int]
    discarded: Collection[int]


@dataclass(frozen=True, slots=True)
class PersonSpread:
    """One person against everybody they met on a pair: `met` couples of scores.

    `severity` is the mean of own less other score in points, `spread` the standard deviation of that difference.
    """

    rater: str
    scores: int
    severity: Estimate
    spread: float | None
    within: Estimate

    @property
    def met(self) -> int:
        """How many scores of others theirs were held against."""
        return self.severity.n


@dataclass(frozen=True, slots=True)
class Disputed:
    """A query's pairs with two scores or more: how many went to round 2, were discarded, and their mean range."""

    query: int
    pairs: int
    escalated: int
    discarded: int
    mean_range: float

    @property
    def escalated_share(self) -> float:
        """The share that went to round 2 (0 to 1)."""
        return self.escalated / self.pairs

    @property
    def discarded_share(self) -> float:
        """The share that was discarded (0 to 1)."""
        return self.discarded / self.pairs


@dataclass(frozen=True, slots=True)
class AgreementFigures:
    """The figures of a campaign; `ranges[low][high]` counts pairs by their lowest and highest score."""

    pairs: int
    scores: int
    alpha: Estimate
    kappas: Mapping[Weighting, Mapping[Couple, Estimate]]
    people: tuple[PersonSpread, ...]
    ranges: tuple[tuple[int, ...], ...]
    disputed: tuple[Disputed, ...]

    @property
    def range_shares(self) -> list[list[tuple[int, float] | None]]:
        """Of each range the count and the share of all pairs (0 to 1); None where the lowest is above the highest."""
        return [
            [(count, count / max(self.pairs, 1)) if high >= low else None for high, count in enumerate(row)]
            for low, row in enumerate(self.ranges)
        ]


def paired(scored: Scored, *, first_round: bool) -> Scored:
    """The scores, of round 1 alone where that is asked, of pairs that have two or more of them."""
    asked = scored.only(scored.round == 1) if first_round else scored
    _, places = asked.units()
    return asked.only(np.bincount(places)[places] > 1) if len(places) else asked


def agreement_figures(scored: Scored, fate: Fate, *, tolerance: int, first_round: bool) -> AgreementFigures:
    """The figures of scores that `paired` left. Severity has an interval in round 1 alone, where a pair is met once."""
    ratings = scored.ratings()
    tables = pairwise_tables(ratings)
    return AgreementFigures(
        pairs=len(scored.units()[0]),
        scores=len(scored.pair),
        alpha=krippendorff_alpha(ratings, Level.ORDINAL),
        kappas={weighting: _kappas(tables, weighting) for weighting in WEIGHTINGS},
        people=people_spread(scored, tables, tolerance=tolerance, resampling=STANDARD if first_round else POINT_ONLY),
        ranges=score_ranges(scored),
        disputed=disputed_queries(scored, fate),
    )


def _kappas(tables: Mapping[Couple, ConfusionTable], weighting: Weighting) -> dict[Couple, Estimate]:
    return {couple: cohen_kappa(table, weighting, resampling=POINT_ONLY) for couple, table in tables.items()}


def people_spread(
    scored: Scored, tables: Mapping[Couple, ConfusionTable], *, tolerance: int, resampling: Resampling
) -> tuple[PersonSpread, ...]:
    """Everybody who scored, the most severe first."""
    scores = np.bincount(scored.rater, minlength=len(scored.raters))
    people = []
    for place in np.flatnonzero(scores).tolist():
        rater = scored.raters[place]
        table = _against_others(rater, tables)
        severity = mean_signed_difference(table, resampling=resampling)
        within = within_tolerance(table, tolerance, resampling=POINT_ONLY)
        people.append(PersonSpread(rater, int(scores[place]), severity, _spread(table), within))
    return tuple(sorted(people, key=lambda person: (person.severity.value or 0.0, person.rater)))


def _against_others(rater: str, tables: Mapping[Couple, ConfusionTable]) -> ConfusionTable:
    """The tables of all the person's couples in one, the others as reference."""
    cells = np.zeros((len(SCALE), len(SCALE)), dtype=np.int64)
    for (first, second), table in tables.items():
        if rater in (first, second):
            counts = np.array(table.counts, dtype=np.int64)
            cells += counts if rater == second else counts.T
    return table_from(cells, SCALE)


def _spread(table: ConfusionTable) -> float | None:
    """The standard deviation of given less reference; None of nothing."""
    if not table.n:
        return None
    counts, apart = np.array(table.counts), -distances_on(table.scale)
    mean = (counts * apart).sum() / table.n
    return float(np.sqrt((counts * (apart - mean) ** 2).sum() / table.n))


def score_ranges(scored: Scored) -> tuple[tuple[int, ...], ...]:
    """How many pairs have which lowest (row) and highest (column) score."""
    low, high = _ends(scored)
    size = len(SCALE)
    cells = np.bincount((low - SCALE.start) * size + high - SCALE.start, minlength=size**2)
    return tuple(tuple(row) for row in cells.reshape(size, size).tolist())


def disputed_queries(scored: Scored, fate: Fate) -> tuple[Disputed, ...]:
    """The queries with most pairs in round 2 by share; ties by the mean range of their pairs' scores."""
    starts, _ = scored.units()
    low, high = _ends(scored)
    pairs, (queries, places) = scored.pair[starts], np.unique(scored.query[starts], return_inverse=True)
    escalated = _sums(places, np.isin(pairs, list(fate.escalated)), len(queries))
    discarded = _sums(places, np.isin(pairs, list(fate.discarded)), len(queries))
    counts, ranges = np.bincount(places, minlength=len(queries)), _sums(places, high - low, len(queries))
    order = np.lexsort((queries, -ranges / np.maximum(counts, 1), -escalated / np.maximum(counts, 1)))
    return tuple(
        Disputed(
            query=int(queries[at]),
            pairs=int(counts[at]),
            escalated=int(escalated[at]),
            discarded=int(discarded[at]),
            mean_range=float(ranges[at] / counts[at]),
        )
        for at in order[:MOST_DISPUTED].tolist()
        if escalated[at] or ranges[at]
    )


def _ends(scored: Scored) -> tuple[Integers, Integers]:
    """The lowest and the highest score of each pair."""
    starts, _ = scored.units()
    if not len(starts):
        return scored.score, scored.score
    return np.minimum.reduceat(scored.score, starts), np.maximum.reduceat(scored.score, starts)


def _sums(places: Integers, values: Integers, size: int) -> Integers:
    return np.bincount(places, weights=values, minlength=size).astype(np.int64)
