"""Which segments of two people are the same answer, and whether they agree on it (M2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from annotator.marking.segments import Segment, iou, joined
from moments.marking_protocol import MarkingProtocol


@dataclass(frozen=True, slots=True)
class Match:
    """A segment of each person, which overlap; `agrees` is M2's test."""

    one: Segment
    other: Segment
    iou: float
    agrees: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two people's joined segments, each in exactly one place, all in order of time."""

    matches: tuple[Match, ...]
    only_one: tuple[Segment, ...]
    only_other: tuple[Segment, ...]

    @property
    def agreed(self) -> tuple[Match, ...]:
        """The matches that agree."""
        return tuple(match for match in self.matches if match.agrees)

    @property
    def disputed(self) -> tuple[Match, ...]:
        """The matches whose edges are too far apart."""
        return tuple(match for match in self.matches if not match.agrees)

    @property
    def swapped(self) -> Comparison:
        """The same comparison with the two people in the other order."""
        matches = tuple(Match(match.other, match.one, match.iou, match.agrees) for match in self.matches)
        return Comparison(matches, self.only_other, self.only_one)

    @property
    def all_agree(self) -> bool:
        """Whether nothing is disputed and nothing is left unmatched."""
        return not (self.disputed or self.only_one or self.only_other)


def compare(one: Iterable[Segment], other: Iterable[Segment], *, protocol: MarkingProtocol) -> Comparison:
    """M2 on two people's segments: each side is joined, and then matched one to one.

    The order of the segments does not matter. If the people are swapped, so is the result, and nothing else changes.
    """
    ones, others = joined(one, gap_ms=protocol.gap_ms), joined(other, gap_ms=protocol.gap_ms)
    pairs = matched(ones, others)
    matches = tuple(Match(first, second, iou(first, second), agree(first, second, protocol)) for first, second in pairs)
    taken_ones, taken_others = {match.one for match in matches}, {match.other for match in matches}
    return Comparison(
        matches,
        tuple(segment for segment in ones if segment not in taken_ones),
        tuple(segment for segment in others if segment not in taken_others),
    )


def agree(one: Segment, other: Segment, protocol: MarkingProtocol) -> bool:
    """M2's test of two segments: alike with close edges, or so alike that the edges need no look."""
    likeness = iou(one, other)
    farthest_ms = max(abs(one.start_ms - other.start_ms), abs(one.end_ms - other.end_ms))
    close = likeness >= protocol.min_iou and farthest_ms <= protocol.edge_tolerance_ms
    return close or likeness >= protocol.sure_iou


def matched(ones: Sequence[Segment], others: Sequence[Segment]) -> list[tuple[Segment, Segment]]:
    """Pairs of overlapping segments, each segment at most once, with the largest sum of IoU.

    Each side is ordered and disjoint, so overlapping pairs never cross: in order of time, a pair only excludes pairs
    right before it, those that share a segment with it. The best choice among the first n pairs is then the better of
    two: the best among the first n - 1, or the nth with the best of what it leaves. The sum is the one that
    `scipy.optimize.linear_sum_assignment` finds. Of equally good choices the earlier pairs are taken, whichever
    person comes first.
    """
    pairs = _overlapping(ones, others)
    best, left = [0.0], []
    first_with: dict[tuple[bool, Segment], int] = {}
    for number, (one, other) in enumerate(pairs):
        free = min(first_with.setdefault((True, one), number), first_with.setdefault((False, other), number))
        left.append(free)
        best.append(max(best[number], best[free] + iou(one, other)))
    return _chosen(pairs, best, left)


def _overlapping(ones: Sequence[Segment], others: Sequence[Segment]) -> list[tuple[Segment, Segment]]:
    pairs = []
    at = 0
    for first in ones:
        while at < len(others) and others[at].end_ms <= first.start_ms:
            at += 1
        for second in others[at:]:
            if second.start_ms >= first.end_ms:
                break
            pairs.append((first, second))
    return pairs


def _chosen(
    pairs: Sequence[tuple[Segment, Segment]], best: Sequence[float], left: Sequence[int]
) -> list[tuple[Segment, Segment]]:
    chosen = []
    number = len(pairs)
    while number:
        if best[number] > best[number - 1]:
            chosen.append(pairs[number - 1])
            number = left[number - 1]
        else:
            number -= 1
    return chosen[::-1]
