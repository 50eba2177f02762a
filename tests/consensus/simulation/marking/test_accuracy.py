"""What truths lack and have too much, beside what is true."""

from __future__ import annotations

import pytest

from annotator.marking.segments import Segment
from consensus.simulation.marking.accuracy import Cuts, cuts_of

TRUE = (Segment(10_000, 20_000),)


@pytest.mark.parametrize(
    ("found", "cuts"),
    [
        (Segment(10_000, 20_000), Cuts(lost=0, too_much=0, cut=0)),
        (Segment(9_000, 21_500), Cuts(lost=0, too_much=0.25, cut=0)),
        (Segment(11_001, 19_000), Cuts(lost=0.2001, too_much=0, cut=0.5)),
        (Segment(15_000, 22_000), Cuts(lost=0.5, too_much=0.2, cut=0.5)),
    ],
)
def test_cuts_are_shares_of_the_true_time_and_of_the_edges(found: Segment, cuts: Cuts) -> None:
    assert cuts_of([(TRUE, (found,))]) == cuts


def test_what_is_not_found_is_not_cut() -> None:
    with pytest.raises(ValueError, match="no true segment was found"):
        cuts_of([(TRUE, (Segment(30_000, 40_000),))])
