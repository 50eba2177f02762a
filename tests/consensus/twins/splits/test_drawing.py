"""Splits drawn from a seed, with twins and sources together."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from consensus.twins.splits.checking import check_splits
from consensus.twins.splits.drawing import draw_splits
from consensus.twins.splits.placing import PlacedClip, Split, SplitConstraint, SplitRefusal, SplitSizes, SplitUnit
from moments.base.errors import BadInput
from tests.rule_tables import worked_table

SOURCES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 1)), max_size=25)


def units_of(cell: str) -> list[SplitUnit]:
    units = []
    for source, written in enumerate(cell.split()):
        shared = "A caption of several." if "=" in written else f"{source} 0 forward"
        for number in range(int(written.removesuffix("+s").strip("="))):
            first = shared if number == 0 else f"{source} {number} forward"
            units.append(SplitUnit(f"{source}-{number}", f"v{source}", (first, f"{source} {number} backward")))
        if "+s" in written:
            units.append(SplitUnit(f"{source}-s", f"v{source}", (f"{source} single",)))
    return units


def placed(units: list[SplitUnit], splits: dict[str, Split]) -> list[PlacedClip]:
    clips = []
    for unit in units:
        names = [f"{unit.name}{side}" for side in "fb"[: unit.clips]]
        twins = reversed(names) if unit.clips == 2 else [None]
        for name, twin, caption in zip(names, twins, unit.captions, strict=True):
            clips.append(PlacedClip(name, twin, unit.source, splits[unit.name], caption))
    return clips


@pytest.mark.parametrize(("sources", "val", "test", "tolerance", "clips", "refused"), worked_table("T splits"))
@pytest.mark.parametrize("seed", range(3))
def test_the_worked_table_holds_for_every_seed(
    sources: str, val: str, test: str, tolerance: str, clips: str, refused: str, seed: int
) -> None:
    units, sizes = units_of(sources), SplitSizes(int(val), int(test), float(tolerance))
    if refused != "–":
        with pytest.raises(SplitRefusal) as found:
            draw_splits(units, sizes, seed=seed)
        assert found.value.constraint == SplitConstraint(refused)
        return
    drawn = draw_splits(units, sizes, seed=seed)
    assert ", ".join(str(drawn.clips[split]) for split in Split) == clips
    assert check_splits(placed(units, dict(drawn.splits)), sizes) == []


@settings(max_examples=200)
@given(SOURCES, st.integers(0, 12), st.integers(0, 12), st.integers(0, 99))
def test_whatever_is_drawn_passes_the_check(sources: list[tuple[int, int]], val: int, test: int, seed: int) -> None:
    units = units_of(" ".join(f"{twins}{'+s' * single}" for twins, single in sources))
    sizes = SplitSizes(2 * val, 2 * test, 0.1)
    try:
        drawn = draw_splits(units, sizes, seed=seed)
    except SplitRefusal:
        return
    assert check_splits(placed(units, dict(drawn.splits)), sizes) == []
    assert sum(drawn.clips.values()) == sum(unit.clips for unit in units)


def test_the_same_seed_gives_the_same_splits_in_whatever_order_units_come() -> None:
    units = units_of("1 2 3 1 1 2 1+s 4 1 1")
    drawn = draw_splits(units, SplitSizes(4, 8), seed=7)
    mixed = draw_splits(random.Random(1).sample(units, len(units)), SplitSizes(4, 8), seed=7)
    other = draw_splits(units, SplitSizes(4, 8), seed=8)
    assert (drawn == mixed, drawn == other) == (True, False)


def test_twins_with_equal_captions_stay_in_training() -> None:
    equal = SplitUnit("same", "v9", ("A man sits.", "a man sits"))
    drawn = draw_splits([equal, *units_of("1 1 1")], SplitSizes(2, 4), seed=0)
    assert (drawn.splits["same"], drawn.kept_for_captions) == (Split.TRAIN, 2)


def test_a_refusal_says_what_keeps_clips_in_training() -> None:
    with pytest.raises(SplitRefusal) as found:
        draw_splits(units_of("3 1+s 1+s"), SplitSizes(2, 6), seed=0)
    assert str(found.value) == (
        "8 clips are wanted for val and test, but only 6 are available. 6 clips come from sources with singles, "
        "which are for training only, and 0 from sources with a caption that appears twice"
    )


def test_a_refusal_says_how_near_whole_sources_come() -> None:
    with pytest.raises(SplitRefusal) as found:
        draw_splits(units_of("11 11 5"), SplitSizes(10, 20, 0.05), seed=0)
    assert str(found.value) == (
        "test: 20 clips are wanted, within 5.0%. Clips of one source stay together, and the closest choice of "
        "sources that was found has 10"
    )


def test_every_twin_is_held_out_about_equally_often() -> None:
    units = units_of("1 1 1 1 1 1 1 1 1 1")
    held = [0] * 10
    for seed in range(500):
        splits = draw_splits(units, SplitSizes(2, 4), seed=seed).splits
        for place in range(10):
            held[place] += splits[f"{place}-0"] is not Split.TRAIN
    assert all(120 <= count <= 180 for count in held)


@pytest.mark.parametrize(
    ("units", "message"),
    [
        ([SplitUnit("a", "v", ("x",)), SplitUnit("a", "v", ("y",))], "a: appears twice"),
        ([SplitUnit("a", "v", ())], "a: expected one caption or two, got 0"),
        ([SplitUnit("a", "v", ("x", "y", "z"))], "a: expected one caption or two, got 3"),
    ],
)
def test_units_that_cannot_be_placed_are_named(units: list[SplitUnit], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        draw_splits(units, SplitSizes(0, 0), seed=0)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ((3, 4, 0.01), "val: expected an even number of clips, because twins are two, got 3"),
        ((2, -2, 0.01), "test: expected an even number"),
        ((2, 2, 0.5), "tolerance: expected 0 to 0.2, got 0.5"),
        ((2, 2, float("nan")), "tolerance: expected 0 to 0.2, got nan"),
    ],
)
def test_sizes_that_cannot_be_are_refused(sizes: tuple[int, int, float], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        SplitSizes(*sizes)
