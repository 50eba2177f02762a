"""A share with Wilson's interval."""

from __future__ import annotations

import pytest

from annotator.statistics.estimate import Estimate
from annotator.statistics.shares import share_of, share_of_clusters
from tests.annotator.statistics.page import rows_of


@pytest.mark.parametrize(("clusters", "share", "low", "high"), rows_of("single share"))
def test_the_worked_table_holds(clusters: str, share: str, low: str, high: str) -> None:
    counts = [tuple(map(int, cluster.split(" of "))) for cluster in clusters.split(", ")]
    found = share_of(*counts[0]) if len(counts) == 1 else share_of_clusters(counts)
    assert [f"{value:.4f}" for value in (found.value, found.low, found.high)] == [share, low, high]


def test_a_share_of_nothing_says_so() -> None:
    nothing = Estimate(None, None, None, 0, "nothing was counted")
    assert (share_of(0, 0), share_of_clusters([])) == (nothing, nothing)


def test_clusters_of_one_unit_are_independent_units() -> None:
    assert share_of_clusters([(1, 1)] * 57 + [(0, 1)] * 3) == share_of(57, 60)
