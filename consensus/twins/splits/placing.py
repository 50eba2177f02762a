"""What splits are made of: twins and singles with their source and captions, and where each clip is placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from moments.base.errors import BadInput

CLIPS_OF_TWINS = 2
WIDEST_TOLERANCE = 0.2


class Split(StrEnum):
    """Where a clip is used."""

    TRAIN = "train"
    VAL = "val"
    TEST = "test"


HELD_OUT = (Split.TEST, Split.VAL)


class SplitConstraint(StrEnum):
    """What holds in every drawing."""

    TWINS = "twins together"
    SOURCES = "clips of one source together"
    SINGLES = "singles in training only"
    CAPTIONS = "no caption twice outside training"
    REWRITES = "rewrites in training only"
    SIZES = "sizes wanted"


@dataclass(frozen=True, slots=True)
class SplitUnit:
    """Twins (two captions), or a single (one): what is placed as one. `source` is what it was cut from."""

    name: str
    source: str
    captions: tuple[str, ...]

    @property
    def is_single(self) -> bool:
        """Whether it has no twin, and is for training only."""
        return len(self.captions) < CLIPS_OF_TWINS

    @property
    def clips(self) -> int:
        """How many clips it counts for."""
        return len(self.captions)


@dataclass(frozen=True, slots=True)
class SplitSizes:
    """How many clips validation and test hold; the rest is for training.

    Either may miss its size by the share `tolerance` where sources do not add up. Raises BadInput naming the value
    that is wrong.
    """

    val: int
    test: int
    tolerance: float = 0.01

    def __post_init__(self) -> None:
        for name, size in (("val", self.val), ("test", self.test)):
            if size < 0 or size % CLIPS_OF_TWINS:
                raise BadInput(f"{name}: expected an even number of clips, because twins are two, got {size:,}")
        if not 0 <= self.tolerance <= WIDEST_TOLERANCE:
            raise BadInput(f"tolerance: expected 0 to {WIDEST_TOLERANCE:g}, got {self.tolerance:g}")

    def wanted(self, split: Split) -> int:
        """The clips wanted in validation or test."""
        return {Split.VAL: self.val, Split.TEST: self.test}[split]

    def allows(self, split: Split, clips: int) -> bool:
        """Whether so many clips are near enough to what is wanted."""
        return abs(clips - self.wanted(split)) <= self.tolerance * self.wanted(split)


@dataclass(frozen=True, slots=True)
class PlacedClip:
    """One clip as it is stored or exported; `twin` names the other clip, None of a single."""

    name: str
    twin: str | None
    source: str
    split: Split
    caption: str
    rewrites: int = 0


class SplitRefusal(BadInput):
    """No drawing keeps every constraint; `constraint` is the one that stands in the way."""

    def __init__(self, constraint: SplitConstraint, sentence: str) -> None:
        super().__init__(sentence)
        self.constraint = constraint


def by_source(units: Mapping[str, SplitUnit]) -> dict[str, list[SplitUnit]]:
    """The units of each source, both in order of their names, so that the order of a query makes no difference."""
    sources: dict[str, list[SplitUnit]] = {}
    for unit in sorted(units.values(), key=lambda unit: (unit.source, unit.name)):
        sources.setdefault(unit.source, []).append(unit)
    return sources


def counted(splits: Mapping[str, Split], units: Mapping[str, SplitUnit]) -> dict[Split, int]:
    """How many clips each split holds."""
    return {split: sum(_clips_in(split, splits, units)) for split in Split}


def _clips_in(split: Split, splits: Mapping[str, Split], units: Mapping[str, SplitUnit]) -> Iterator[int]:
    return (units[name].clips for name, placed in splits.items() if placed is split)
