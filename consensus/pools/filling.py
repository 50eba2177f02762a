"""Fills what truths leave of a video with clips that look like them (M6); all times are in whole seconds."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

Stretch = tuple[int, int]
"""Start and end in whole seconds."""
SECONDS_A_FILLER = 10


@dataclass(frozen=True, slots=True)
class Filled:
    """The fillers in order of time, and the truths' runs of which no copy found room."""

    fillers: tuple[Stretch, ...]
    uncopied: tuple[Stretch, ...]


@dataclass(slots=True)
class _Rest:
    """A stretch without truths, and the shapes that will lie in it."""

    start: int
    free: int
    shapes: list[tuple[Stretch, ...]] = field(default_factory=list)


def fill(truths: Iterable[Stretch], *, duration: int, draw: random.Random) -> Filled:
    """Fillers that take the lengths of the truths, each equally often, at random places between them.

    Truths that overlap are copied together, as they lie. Every copy that fits once is made as often as all of them
    fit, but not so often that there would be more than a filler for every 10 s without truths.
    """
    runs = overlapping_runs(truths)
    rests = [_Rest(start, end - start) for start, end in _between([(run[0][0], _end(run)) for run in runs], duration)]
    most = sum(rest.free for rest in rests) // SECONDS_A_FILLER
    longest_first = sorted(runs, key=lambda run: (run[0][0] - _end(run), run))
    copied = [run for run in longest_first if _put(run, rests, draw)]
    each_time = sum(map(len, copied))
    fillers_then = 2 * each_time
    while each_time and fillers_then <= most and _put_all(copied, rests, draw):
        fillers_then += each_time
    fillers = sorted(stretch for rest in rests for stretch in _laid_out(rest, draw))
    return Filled(tuple(fillers), tuple((run[0][0], _end(run)) for run in runs if run not in copied))


def overlapping_runs(stretches: Iterable[Stretch]) -> list[tuple[Stretch, ...]]:
    """The stretches in order, those that overlap in one run."""
    runs: list[list[Stretch]] = []
    for stretch in sorted(set(stretches)):
        if runs and stretch[0] < _end(runs[-1]):
            runs[-1].append(stretch)
        else:
            runs.append([stretch])
    return [tuple(run) for run in runs]


def _end(run: Sequence[Stretch]) -> int:
    return max(end for _, end in run)


def _between(taken: Sequence[Stretch], duration: int) -> list[Stretch]:
    bounds = [(0, 0), *taken, (duration, duration)]
    return [(before, after) for (_, before), (after, _) in pairwise(bounds) if before < after]


def _put(run: tuple[Stretch, ...], rests: Sequence[_Rest], draw: random.Random) -> bool:
    length = _end(run) - run[0][0]
    roomy = [rest for rest in rests if rest.free >= length]
    if not roomy:
        return False
    rest = draw.choice(roomy)
    rest.free -= length
    rest.shapes.append(run)
    return True


def _put_all(runs: Sequence[tuple[Stretch, ...]], rests: Sequence[_Rest], draw: random.Random) -> bool:
    """Put a copy of each, or none."""
    before = [(rest.free, [*rest.shapes]) for rest in rests]
    if all(_put(run, rests, draw) for run in runs):
        return True
    for rest, (free, shapes) in zip(rests, before, strict=True):
        rest.free, rest.shapes = free, shapes
    return False


def _laid_out(rest: _Rest, draw: random.Random) -> list[Stretch]:
    """The shapes in random order, what they leave free spread at random before, between and behind them."""
    draw.shuffle(rest.shapes)
    shifts = sorted(draw.randint(0, rest.free) for _ in rest.shapes)
    at, found = rest.start, []
    for run, shift in zip(rest.shapes, shifts, strict=True):
        first = run[0][0]
        found += [(at + shift + start - first, at + shift + end - first) for start, end in run]
        at += _end(run) - first
    return found
