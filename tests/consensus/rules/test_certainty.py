"""How often leads extended at a value of R7: the bins, and whose decisions are shown."""

from __future__ import annotations

import pytest

from consensus.rules.certainty import ENOUGH, PUBLISHED, Decided, bin_of, certainty_of, decided_by_bin, reach_of
from evaluation.scale import Scale
from moments.protocol import Protocol
from tests.rule_tables import worked_table

MEAN = Protocol()
THEIRS = "the published campaign TVR-Ranking"


@pytest.mark.parametrize(("place", "row"), list(enumerate(worked_table("R7 certainty"))))
def test_the_published_decisions_are_those_of_the_page(place: int, row: tuple[str, ...]) -> None:
    low, high = reach_of(place)
    decided = PUBLISHED[place]
    shown = "–" if high is None else f"{high:.1f}"
    assert row == (f"{low:.1f}", shown, str(decided.extended), str(decided.batches))


def test_every_bin_has_published_decisions() -> None:
    assert list(PUBLISHED) == list(range(len(worked_table("R7 certainty"))))


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (0.0, f"At a mean from 0.0 to below 0.5, leads extended 3 of 160 batches of {THEIRS} (2%)"),
        (1.8, f"At a mean from 1.5 to below 2.0, leads extended 211 of 561 batches of {THEIRS} (38%)"),
        (2.0, f"At a mean from 2.0 to below 2.5, leads extended 468 of 769 batches of {THEIRS} (61%)"),
        (3.0, f"At a mean of at least 3.0, leads extended 397 of 421 batches of {THEIRS} (94%)"),
        (4.0, f"At a mean of at least 3.0, leads extended 397 of 421 batches of {THEIRS} (94%)"),
    ],
)
def test_without_own_decisions_the_published_ones_are_shown(value: float, sentence: str) -> None:
    certainty = certainty_of(value, MEAN, {})
    assert certainty is not None
    assert certainty.sentence == sentence


def test_enough_own_decisions_in_the_bin_take_their_place() -> None:
    shown = [certainty_of(2.2, MEAN, {4: Decided(batches, 5)}) for batches in (ENOUGH - 1, ENOUGH)]
    assert [(one.own, one.decided) for one in shown if one] == [(False, PUBLISHED[4]), (True, Decided(20, 5))]
    assert certainty_of(2.5, MEAN, {4: Decided(ENOUGH, 5)}) == certainty_of(2.5, MEAN, {})


@pytest.mark.parametrize("protocol", [Protocol(statistic="min"), Protocol(window=4)])
def test_under_another_rule_only_own_decisions_are_shown(protocol: Protocol) -> None:
    assert certainty_of(2.0, protocol, {}) is None
    own = certainty_of(2.0, protocol, {4: Decided(40, 30)})
    assert own is not None
    assert own.sentence == (
        f"At a {'minimum' if protocol.statistic == 'min' else 'mean'} from 2.0 to below 2.5, "
        "leads extended 30 of 40 batches of this campaign (75%)"
    )


def test_without_a_value_there_is_no_certainty() -> None:
    assert certainty_of(None, MEAN, {0: Decided(90, 9)}) is None


@pytest.mark.parametrize(("highest", "last"), [(1, (0.5, None)), (2, (1.0, None)), (4, (3.0, None)), (6, (5.0, None))])
def test_the_last_bin_begins_a_level_below_the_highest(highest: int, last: tuple[float, float | None]) -> None:
    scale = Scale(0, highest)
    assert reach_of(bin_of(float(highest), scale), scale) == last
    assert reach_of(bin_of(last[0] - 0.01, scale), scale)[1] == last[0]


def test_decisions_add_up_in_bins_of_half_a_point() -> None:
    values = [(3.4, 1, 1), (0.49, 2, 0), (0.5, 1, 1), (4.0, 3, 2), (0.0, 1, 1)]
    assert decided_by_bin(values) == {0: Decided(3, 1), 1: Decided(1, 1), 6: Decided(4, 3)}
