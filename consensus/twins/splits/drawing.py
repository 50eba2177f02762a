"""Draws training, validation and test from a seed, so that every constraint holds, or says which one cannot."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from annotator.twins.wording import normalised
from consensus.twins.splits.adding_up import choose
from consensus.twins.splits.placing import (
    CLIPS_OF_TWINS,
    HELD_OUT,
    Split,
    SplitConstraint,
    SplitRefusal,
    SplitSizes,
    SplitUnit,
    by_source,
    counted,
)
from moments.base.errors import BadInput

TRIES = 20


@dataclass(frozen=True, slots=True)
class DrawnSplits:
    """Where each unit is, by its name, with the clips of each split, and what kept sources in training."""

    splits: Mapping[str, Split]
    clips: Mapping[Split, int]
    kept_for_singles: int
    kept_for_captions: int


@dataclass(frozen=True, slots=True)
class _Pool:
    """The sources that may be held out, with their sizes in twins, and how many clips of others may not."""

    sources: tuple[str, ...]
    sizes: tuple[int, ...]
    kept_for_singles: int
    kept_for_captions: int


def draw_splits(units: Iterable[SplitUnit], sizes: SplitSizes, *, seed: int) -> DrawnSplits:
    """The splits; the same for the same seed and units, in whatever order these come.

    Raises BadInput for a name that comes twice or a unit without captions, and SplitRefusal, naming the constraint,
    if no drawing reaches the sizes within their tolerance.
    """
    named = _named(units)
    sources = by_source(named)
    draw = random.Random(seed)
    pool = _pool(sources, draw)
    _refuse_too_few(pool, sizes)
    held_out = _held_out(pool, sizes, draw)
    splits = {unit.name: held_out.get(source, Split.TRAIN) for source, members in sources.items() for unit in members}
    return DrawnSplits(splits, counted(splits, named), pool.kept_for_singles, pool.kept_for_captions)


def _named(units: Iterable[SplitUnit]) -> dict[str, SplitUnit]:
    named: dict[str, SplitUnit] = {}
    for unit in units:
        if unit.name in named:
            raise BadInput(f"{unit.name}: appears twice")
        if not 1 <= unit.clips <= CLIPS_OF_TWINS:
            raise BadInput(f"{unit.name}: expected one caption or two, got {unit.clips}")
        named[unit.name] = unit
    return named


def _pool(sources: Mapping[str, Sequence[SplitUnit]], draw: random.Random) -> _Pool:
    """The sources of twins only, in a random order, of those that share a caption only the first."""
    found: list[str] = []
    seen: set[str] = set()
    for_singles = for_captions = 0
    for source in draw.sample(list(sources), len(sources)):
        members = sources[source]
        clips = sum(unit.clips for unit in members)
        captions = [normalised(caption) for unit in members for caption in unit.captions]
        if any(unit.is_single for unit in members):
            for_singles += clips
        elif seen.isdisjoint(captions) and max(Counter(captions).values()) == 1:
            seen.update(captions)
            found.append(source)
        else:
            for_captions += clips
    return _Pool(tuple(found), tuple(len(sources[name]) for name in found), for_singles, for_captions)


def _refuse_too_few(pool: _Pool, sizes: SplitSizes) -> None:
    there, wanted = CLIPS_OF_TWINS * sum(pool.sizes), sizes.val + sizes.test
    least = wanted * (1 - sizes.tolerance)
    if there >= least:
        return
    constraint = SplitConstraint.SIZES
    if there + pool.kept_for_captions >= least:
        constraint = SplitConstraint.CAPTIONS
    elif there + pool.kept_for_captions + pool.kept_for_singles >= least:
        constraint = SplitConstraint.SINGLES
    raise SplitRefusal(
        constraint,
        f"{wanted:,} clips are wanted for val and test, but only {there:,} are available. "
        f"{pool.kept_for_singles:,} clips come from sources with singles, which are for training only, and "
        f"{pool.kept_for_captions:,} from sources with a caption that appears twice",
    )


def _held_out(pool: _Pool, sizes: SplitSizes, draw: random.Random) -> dict[str, Split]:
    """The split of every source that is held out: the larger split is filled first, in some tries the other one."""
    tries: list[dict[Split, int]] = []
    for attempt in range(TRIES):
        first_to_last = sorted(HELD_OUT, key=sizes.wanted, reverse=attempt % 2 == 0)
        held_out = _try(pool, sizes, first_to_last, draw)
        tries.append({split: _clips_in(split, held_out, pool) for split in HELD_OUT})
        if all(sizes.allows(split, clips) for split, clips in tries[-1].items()):
            return held_out
    best = min(tries, key=lambda reached: sum(abs(clips - sizes.wanted(split)) for split, clips in reached.items()))
    split = next(split for split, clips in best.items() if not sizes.allows(split, clips))
    raise SplitRefusal(
        SplitConstraint.SOURCES,
        f"{split.value}: {sizes.wanted(split):,} clips are wanted, within {sizes.tolerance:.1%}. Clips of one source "
        f"stay together, and the closest choice of sources that was found has {best[split]:,}",
    )


def _clips_in(split: Split, held_out: Mapping[str, Split], pool: _Pool) -> int:
    sized = zip(pool.sources, pool.sizes, strict=True)
    return CLIPS_OF_TWINS * sum(size for name, size in sized if held_out.get(name) is split)


def _try(pool: _Pool, sizes: SplitSizes, first_to_last: Sequence[Split], draw: random.Random) -> dict[str, Split]:
    held_out: dict[str, Split] = {}
    for split in first_to_last:
        free = [place for place, name in enumerate(pool.sources) if name not in held_out]
        wanted = sizes.wanted(split) // CLIPS_OF_TWINS
        most = wanted + int(sizes.tolerance * wanted)
        for place in choose([pool.sizes[place] for place in free], wanted, draw, most=most):
            held_out[pool.sources[free[place]]] = split
    return held_out
