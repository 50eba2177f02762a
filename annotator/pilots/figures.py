"""How far the people of a pilot agree, who is how severe, and on which pairs they differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from annotator.statistics.alpha import MeasurementLevel, krippendorff_alpha
from annotator.statistics.estimate import Estimate
from annotator.statistics.kappa import Weighting
from annotator.statistics.pairwise import mean_pairwise_kappa
from annotator.statistics.ratings import ratings_of
from evaluation.scale import SCALE, Scale


@dataclass(frozen=True, slots=True)
class PilotScore:
    """A person's score of a pair, by its number and the person's pseudonym."""

    pair: int
    person: str
    relevance: int


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """A person's scores, how far they lie from the mean of the others' (below 0 is severe), and how many agree.

    `within` is the share of their meetings with other people in which the two scores differ by at most the tolerance.
    """

    person: str
    scores: int
    severity: float | None
    within: float | None


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A pair whose scores differ by more than the tolerance, with everybody's score, by person."""

    pair: int
    spread: int
    mean: float
    scores: list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class PilotFigures:
    """What a pilot shows: `met` are pairs with two scores or more."""

    scores: int
    met: int
    within: float | None
    equal: float | None
    agreement: dict[str, Estimate]
    people: list[PersonFigures]
    disagreements: list[Disagreement]


def pilot_figures(scores: Sequence[PilotScore], *, tolerance: int, scale: Scale = SCALE) -> PilotFigures:
    """The figures of a pilot's current scores; the pairs that differ most come first."""
    by_pair: dict[int, dict[str, int]] = defaultdict(dict)
    for one in scores:
        by_pair[one.pair][one.person] = one.relevance
    met = {pair: given for pair, given in by_pair.items() if len(given) > 1}
    distances = [abs(first - second) for given in met.values() for first, second in combinations(given.values(), 2)]
    ratings = ratings_of(((one.pair, one.person, one.relevance) for one in scores), scale=scale.levels)
    agreement = {
        "mean pairwise quadratic kappa": mean_pairwise_kappa(ratings, Weighting.QUADRATIC),
        "mean pairwise kappa": mean_pairwise_kappa(ratings),
        "alpha, ordinal": krippendorff_alpha(ratings, MeasurementLevel.ORDINAL),
    }
    return PilotFigures(
        scores=len(scores),
        met=len(met),
        within=_share(distance <= tolerance for distance in distances),
        equal=_share(distance == 0 for distance in distances),
        agreement=agreement if met else {},
        people=_people(by_pair, tolerance),
        disagreements=_disagreements(met, tolerance),
    )


def _share(hits: Iterable[bool]) -> float | None:
    found = list(hits)
    return fmean(found) if found else None


def _people(by_pair: dict[int, dict[str, int]], tolerance: int) -> list[PersonFigures]:
    counts: dict[str, int] = defaultdict(int)
    apart: dict[str, list[float]] = defaultdict(list)
    close: dict[str, list[bool]] = defaultdict(list)
    for given in by_pair.values():
        for person, score in given.items():
            counts[person] += 1
            others = [other for name, other in given.items() if name != person]
            if others:
                apart[person].append(score - fmean(others))
                close[person] += [abs(score - other) <= tolerance for other in others]
    return [
        PersonFigures(person, counts[person], fmean(apart[person]) if apart[person] else None, _share(close[person]))
        for person in sorted(counts)
    ]


def _disagreements(met: dict[int, dict[str, int]], tolerance: int) -> list[Disagreement]:
    found = [
        Disagreement(pair, max(given.values()) - min(given.values()), fmean(given.values()), sorted(given.items()))
        for pair, given in met.items()
    ]
    return sorted((one for one in found if one.spread > tolerance), key=lambda one: (-one.spread, one.pair))
