"""How the people of a campaign agree: alpha, couples, severity and spread, with ranges and disputed queries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from annotator.statistics.alpha import MeasurementLevel, krippendorff_alpha
from annotator.statistics.bootstrap import STANDARD, Resampling
from annotator.statistics.confusion import ConfusionTable, table_from
from annotator.statistics.differences import mean_signed_difference, within_tolerance
from annotator.statistics.estimate import Estimate
from annotator.statistics.kappa import Weighting, cohen_kappa
from annotator.statistics.pairwise import pairwise_tables
from annotator.statistics.scale import distances_on
from consensus.agreement.columns import Scored
from consensus.agreement.ranges import Disputed, Fate, disputed_queries, score_ranges
from evaluation.scale import Scale

POINT_ONLY = Resampling(resamples=0)
WEIGHTINGS = (Weighting.QUADRATIC, Weighting.UNWEIGHTED)

Couple = tuple[str, str]


@dataclass(frozen=True, slots=True)
class PersonSpread:
    """One person compared with everybody who scored the same pairs: `met` couples of scores.

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
        """Of each range the count and the share of all pairs (0 to 1); None if the lowest is above the highest."""
        return [
            [(count, count / max(self.pairs, 1)) if high >= low else None for high, count in enumerate(row)]
            for low, row in enumerate(self.ranges)
        ]


def agreement_figures(scored: Scored, fate: Fate, *, tolerance: int, first_round: bool) -> AgreementFigures:
    """The figures of scores that `paired` left. Severity has an interval only in round 1, with two people a pair."""
    ratings = scored.ratings()
    tables = pairwise_tables(ratings)
    return AgreementFigures(
        pairs=len(scored.units()[0]),
        scores=len(scored.pair),
        alpha=krippendorff_alpha(ratings, MeasurementLevel.ORDINAL),
        kappas={
            weighting: {
                couple: cohen_kappa(table, weighting, resampling=POINT_ONLY) for couple, table in tables.items()
            }
            for weighting in WEIGHTINGS
        },
        people=people_spread(scored, tables, tolerance=tolerance, resampling=STANDARD if first_round else POINT_ONLY),
        ranges=score_ranges(scored),
        disputed=disputed_queries(scored, fate),
    )


def people_spread(
    scored: Scored, tables: Mapping[Couple, ConfusionTable], *, tolerance: int, resampling: Resampling
) -> tuple[PersonSpread, ...]:
    """Everybody who scored, the most severe first."""
    scores = np.bincount(scored.rater, minlength=len(scored.raters))
    people = []
    for place in np.flatnonzero(scores).tolist():
        rater = scored.raters[place]
        table = _against_others(rater, tables, scored.scale)
        severity = mean_signed_difference(table, resampling=resampling)
        within = within_tolerance(table, tolerance, resampling=POINT_ONLY)
        people.append(PersonSpread(rater, int(scores[place]), severity, _spread(table), within))
    return tuple(sorted(people, key=lambda person: (person.severity.value or 0.0, person.rater)))


def _against_others(rater: str, tables: Mapping[Couple, ConfusionTable], scale: Scale) -> ConfusionTable:
    """The tables of all the person's couples in one, the others as reference."""
    cells = np.zeros((scale.count, scale.count), dtype=np.int64)
    for (first, second), table in tables.items():
        if rater in (first, second):
            counts = np.array(table.counts, dtype=np.int64)
            cells += counts if rater == second else counts.T
    return table_from(cells, scale.levels)


def _spread(table: ConfusionTable) -> float | None:
    """The standard deviation of given less reference; None of nothing."""
    if not table.n:
        return None
    counts, apart = np.array(table.counts), -distances_on(table.scale)
    mean = (counts * apart).sum() / table.n
    return float(np.sqrt((counts * (apart - mean) ** 2).sum() / table.n))
