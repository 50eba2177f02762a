"""From which instants of a truth pictures are taken."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.marking.segments import Segment


def sampled_instants(stretches: Sequence[Segment], count: int) -> list[int]:
    """At most `count` instants in milliseconds, in order: each in the middle of an equal part of its stretch.

    Every stretch has one, and longer ones have more; of more than `count` stretches, the longest count. A stretch of
    fewer milliseconds than instants has fewer.
    """
    kept = sorted(stretches, key=lambda one: (-_length(one), one.start_ms))[:count]
    shares = [1] * len(kept)
    for _ in range(count - len(kept)) if kept else ():
        # The next one goes where the instants would still be farthest apart (D'Hondt).
        neediest = max(range(len(kept)), key=lambda place: _length(kept[place]) / (shares[place] + 1))
        shares[neediest] += 1
    return sorted(
        {
            one.start_ms + _length(one) * (2 * part + 1) // (2 * share)
            for one, share in zip(kept, shares, strict=True)
            for part in range(share)
        }
    )


def _length(one: Segment) -> int:
    return one.end_ms - one.start_ms
