"""What at least two of three people cover (M3)."""

from __future__ import annotations

from collections.abc import Iterable

from annotator.marking.segments import Segment


def covered_by_two(*people: Iterable[Segment], shortest_ms: int) -> tuple[Segment, ...]:
    """The stretches that at least two of the people's markings cover, in order; shorter ones are left out.

    Each person's segments must be disjoint. The order of the people does not matter.
    """
    steps: dict[int, int] = {}
    for segments in people:
        for segment in segments:
            steps[segment.start_ms] = steps.get(segment.start_ms, 0) + 1
            steps[segment.end_ms] = steps.get(segment.end_ms, 0) - 1
    stretches = []
    depth, begin = 0, 0
    for at in sorted(steps):
        before, depth = depth, depth + steps[at]
        if before < 2 <= depth:
            begin = at
        elif depth < 2 <= before and at - begin >= shortest_ms:
            stretches.append(Segment(begin, at))
    return tuple(stretches)
