"""Strategies that draw segments and markings, close enough together to touch, overlap and be joined."""

from hypothesis import strategies as st

from annotator.marking.segments import Marking, Segment


def segment(start: int, length: int) -> Segment:
    return Segment(start * 100, (start + length) * 100)


SEGMENTS = st.lists(st.builds(segment, st.integers(0, 400), st.integers(2, 120)), max_size=8)


def marking(steps: list[tuple[int, int]]) -> Marking:
    """Gaps and lengths, in tenths of a second, as a marking."""
    at, found = 0, []
    for gap, length in steps:
        found.append(segment(at + gap, length))
        at += gap + length
    return Marking(tuple(found))


STEP = st.tuples(st.integers(0, 60), st.integers(2, 80))
MARKINGS = st.builds(marking, st.lists(STEP, max_size=8))
ANSWERED = st.builds(marking, st.lists(STEP, min_size=1, max_size=8))
