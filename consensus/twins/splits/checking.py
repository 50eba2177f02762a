"""Holds splits that were drawn, stored or exported against their constraints once more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from annotator.twins.wording import normalised
from consensus.twins.splits.placing import HELD_OUT, PlacedClip, Split, SplitConstraint, SplitSizes


@dataclass(frozen=True, slots=True)
class SplitBreach:
    """A constraint that does not hold: how often, and the first case in words."""

    constraint: SplitConstraint
    count: int
    sentence: str


def check_splits(clips: Iterable[PlacedClip], sizes: SplitSizes | None = None) -> list[SplitBreach]:
    """Every constraint that does not hold, in their order; none of splits that may be published.

    Knows nothing of how the splits were drawn. Without `sizes` they are not checked.
    """
    ordered = sorted(clips, key=lambda clip: clip.name)
    found: dict[SplitConstraint, list[str]] = {constraint: check(ordered) for constraint, check in CHECKS.items()}
    if sizes is not None:
        found[SplitConstraint.SIZES] = _wrong_sizes(ordered, sizes)
    return [
        SplitBreach(constraint, len(sentences), sentences[0]) for constraint, sentences in found.items() if sentences
    ]


def _parted_twins(clips: Sequence[PlacedClip]) -> list[str]:
    named = {clip.name: clip for clip in clips}
    found = []
    for clip in clips:
        if clip.twin is None:
            continue
        twin = named.get(clip.twin)
        if twin is None or twin.twin != clip.name:
            found.append(f"{clip.name}: its twin {clip.twin} is {'missing' if twin is None else 'the twin of another'}")
        elif clip.name < twin.name and clip.split is not twin.split:
            found.append(f"{clip.name} is in {clip.split.value}, its twin {twin.name} in {twin.split.value}")
    return found


def _parted_sources(clips: Sequence[PlacedClip]) -> list[str]:
    first: dict[str, PlacedClip] = {}
    found: dict[str, str] = {}
    for clip in clips:
        other = first.setdefault(clip.source, clip)
        if other.split is not clip.split:
            found.setdefault(
                clip.source,
                f"{other.name} is in {other.split.value} and {clip.name} in {clip.split.value}, "
                f"both from {clip.source}",
            )
    return list(found.values())


def _singles_held_out(clips: Sequence[PlacedClip]) -> list[str]:
    return [f"{clip.name} has no twin and is in {clip.split.value}" for clip in _held_out(clips) if clip.twin is None]


def _captions_twice(clips: Sequence[PlacedClip]) -> list[str]:
    first: dict[str, PlacedClip] = {}
    found = []
    for clip in _held_out(clips):
        other = first.setdefault(normalised(clip.caption), clip)
        if other is not clip:
            relation = "its twin " if other.twin == clip.name else ""
            found.append(f"{other.name} and {relation}{clip.name} have the same caption")
    return found


def _rewrites_held_out(clips: Sequence[PlacedClip]) -> list[str]:
    return [
        f"{clip.name} is in {clip.split.value} and has {clip.rewrites} rewrites"
        for clip in _held_out(clips)
        if clip.rewrites
    ]


def _wrong_sizes(clips: Sequence[PlacedClip], sizes: SplitSizes) -> list[str]:
    counts = {split: sum(clip.split is split for clip in clips) for split in HELD_OUT}
    return [
        f"{split.value} has {count:,} clips, but {sizes.wanted(split):,} were wanted"
        for split, count in counts.items()
        if not sizes.allows(split, count)
    ]


def _held_out(clips: Sequence[PlacedClip]) -> list[PlacedClip]:
    return [clip for clip in clips if clip.split is not Split.TRAIN]


CHECKS: dict[SplitConstraint, Callable[[Sequence[PlacedClip]], list[str]]] = {
    SplitConstraint.TWINS: _parted_twins,
    SplitConstraint.SOURCES: _parted_sources,
    SplitConstraint.SINGLES: _singles_held_out,
    SplitConstraint.CAPTIONS: _captions_twice,
    SplitConstraint.REWRITES: _rewrites_held_out,
}
