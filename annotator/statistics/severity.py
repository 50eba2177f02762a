"""How severe a person is: the mean signed difference from the reference."""

from __future__ import annotations

from annotator.statistics.bootstrap import STANDARD, Resampling, estimated, ratios
from annotator.statistics.confusion import ConfusionTable
from annotator.statistics.estimate import Estimate
from annotator.statistics.scale import Floats, distances_on


def mean_signed_difference(table: ConfusionTable, *, resampling: Resampling = STANDARD) -> Estimate:
    """Mean of given less reference, in points of the scale: below 0 severe, above 0 lenient."""
    given_less_reference = -distances_on(table.scale).ravel()

    def measure(sums: Floats) -> Floats:
        return ratios(sums @ given_less_reference, sums.sum(axis=-1))

    return estimated(table.units(), measure, resampling, otherwise="")
