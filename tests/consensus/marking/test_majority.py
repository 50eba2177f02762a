"""What two of three cover (M3)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.marking.segments import Marking
from consensus.marking.majority import covered_by_two
from tests.annotator.marking.drawn import MARKINGS
from tests.rule_tables import segments


def test_stretches_that_are_too_short_are_left_out() -> None:
    people = segments("[0, 10]"), segments("[9.9, 20]"), segments("[5, 8]")
    assert covered_by_two(*people, shortest_ms=200) == segments("[5, 8]")
    assert covered_by_two(*people, shortest_ms=100) == segments("[5, 8] + [9.9, 10]")


def test_time_that_changes_hands_is_one_stretch() -> None:
    people = segments("[0, 10]"), segments("[0, 5] + [10, 20]"), segments("[5, 20]")
    assert covered_by_two(*people, shortest_ms=200) == segments("[0, 20]")


@settings(deadline=None)
@given(st.lists(MARKINGS, min_size=3, max_size=3))
def test_it_is_the_time_at_which_two_of_three_have_a_segment(people: list[Marking]) -> None:
    found = covered_by_two(*(person.segments for person in people), shortest_ms=1)
    assert covered_by_two(*(person.segments for person in people[::-1]), shortest_ms=1) == found
    last = max((person.segments[-1].end_ms for person in people if person.segments), default=0)
    for tick in range(50, last, 100):  # drawn edges lie on tenths of a second
        depth = sum(any(s.start_ms < tick < s.end_ms for s in person.segments) for person in people)
        assert any(s.start_ms < tick < s.end_ms for s in found) == (depth >= 2)
