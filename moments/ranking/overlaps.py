"""Groups moments that overlap in one video: what is nearly the same stretch should be judged nearly alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

OVERLAP = 0.7
"""The least IoU of two stretches that count as the same."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a video in seconds, and whose it is."""

    key: int
    video: Hashable
    start_s: float
    end_s: float


def overlap(one: Stretch, other: Stretch) -> float:
    """Their intersection over union in time; 0 in different videos."""
    if one.video != other.video:
        return 0.0
    shared = min(one.end_s, other.end_s) - max(one.start_s, other.start_s)
    if shared <= 0:
        return 0.0
    return shared / (max(one.end_s, other.end_s) - min(one.start_s, other.start_s))


def overlapping_pairs(stretches: Iterable[Stretch], least: float = OVERLAP) -> list[tuple[int, int, float]]:
    """The keys of every two stretches that overlap by `least` or more, with their IoU; the earlier one first."""
    found = []
    for row in _by_video(stretches).values():
        for place, one in enumerate(row):
            for other in row[place + 1 :]:
                if other.start_s >= one.end_s:
                    break
                value = overlap(one, other)
                if value >= least:
                    found.append((one.key, other.key, value))
    return found


def overlap_groups(stretches: Iterable[Stretch], least: float = OVERLAP) -> list[list[int]]:
    """The keys of stretches that hang together by overlaps of `least` or more, groups of two and more.

    Groups are chains: their first and last may overlap by less. Keys and groups are in ascending order.
    """
    leaders: dict[int, int] = {}

    def leader(key: int) -> int:
        while leaders.setdefault(key, key) != key:
            key = leaders[key]
        return key

    for one, other, _ in overlapping_pairs(stretches, least):
        low, high = sorted((leader(one), leader(other)))
        leaders[high] = low
    groups = defaultdict(list)
    for key in sorted(leaders):
        groups[leader(key)].append(key)
    return [group for _, group in sorted(groups.items())]


def _by_video(stretches: Iterable[Stretch]) -> dict[Hashable, list[Stretch]]:
    rows: dict[Hashable, list[Stretch]] = defaultdict(list)
    for stretch in sorted(stretches, key=lambda one: (one.start_s, one.end_s, one.key)):
        rows[stretch.video].append(stretch)
    return rows
