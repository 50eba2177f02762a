"""Tables from the literature, and the definitions written out slowly, for the tests to hold the measures against."""

from collections.abc import Callable, Hashable, Sequence
from itertools import permutations, product

from annotator.statistics.alpha import MeasurementLevel
from annotator.statistics.bootstrap import Resampling
from annotator.statistics.confusion import ConfusionTable, confusion_table
from annotator.statistics.kappa import Weighting
from annotator.statistics.ratings import Ratings, ratings_of

POINT_ONLY = Resampling(resamples=0)
FEW = Resampling(resamples=200)
Row = tuple[Hashable, int, int]
Cost = Callable[[int, int], float]

# Cohen (1968), as counts of N = 200.
COHEN = ((88, 14, 18), (10, 40, 10), (2, 6, 12))
# Two radiologists on 85 xeromammograms: Boyd et al. (1982), in Altman (1991), p. 403.
MAMMOGRAMS = ((21, 12, 0, 0), (4, 17, 1, 0), (3, 9, 15, 2), (0, 0, 0, 1))
# Krippendorff (2011), section C: four observers, twelve units, values 1–5, 0 for a gap.
OBSERVERS = (
    (1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3),
    (0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0),
)


def table(*counts: Sequence[int]) -> ConfusionTable:
    """A table on a scale from 0 as long as the rows."""
    return ConfusionTable(range(len(counts)), tuple(tuple(row) for row in counts))


def table_of(couples: Sequence[tuple[int, int]]) -> ConfusionTable:
    """The table of couples of scores from 0 to 4, given first."""
    return confusion_table([given for given, _ in couples], [reference for _, reference in couples])


def observed() -> Ratings[int]:
    """Krippendorff's observers."""
    rows = [(unit, who, value) for who, row in enumerate(OBSERVERS) for unit, value in enumerate(row) if value]
    return ratings_of(rows, scale=range(1, 6))


def cost_of(weighting: Weighting) -> Cost:
    """What a couple costs."""
    return {
        Weighting.UNWEIGHTED: lambda one, other: float(one != other),
        Weighting.LINEAR: lambda one, other: float(abs(one - other)),
        Weighting.QUADRATIC: lambda one, other: float((one - other) ** 2),
    }[weighting]


def slow_kappa(couples: Sequence[tuple[int, int]], weighting: Weighting) -> float | None:
    """Mean cost of a unit's couple over the mean cost of any given score with any reference."""
    cost = cost_of(weighting)
    chance = sum(cost(given, reference) for (given, _), (_, reference) in product(couples, couples)) / len(couples) ** 2
    met = sum(cost(given, reference) for given, reference in couples) / len(couples)
    return 1 - met / chance if chance else None


def slow_alpha(rows: Sequence[Row], level: MeasurementLevel) -> float | None:
    """Mean squared difference within units (Krippendorff 2011) over that of any two pairable values."""
    units = [[score for unit, _, score in rows if unit == one] for one in {unit for unit, _, _ in rows}]
    units = [unit for unit in units if len(unit) > 1]
    values = [value for unit in units for value in unit]

    def ordinal(one: int, other: int) -> float:
        low, high = sorted((one, other))
        between = sum(values.count(value) for value in range(low, high + 1))
        return (between - (values.count(one) + values.count(other)) / 2) ** 2

    cost = ordinal if level is MeasurementLevel.ORDINAL else cost_of(COSTS[level])
    chance = sum(cost(*couple) for couple in permutations(values, 2)) / (len(values) * (len(values) - 1) or 1)
    met = sum(sum(cost(*couple) for couple in permutations(unit, 2)) / (len(unit) - 1) for unit in units)
    return 1 - met / len(values) / chance if chance else None


COSTS = {MeasurementLevel.NOMINAL: Weighting.UNWEIGHTED, MeasurementLevel.INTERVAL: Weighting.QUADRATIC}
