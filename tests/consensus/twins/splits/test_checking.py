"""The check of splits, which knows nothing of how they were drawn."""

from __future__ import annotations

import pytest

from consensus.twins.splits.checking import SplitBreach, check_splits
from consensus.twins.splits.placing import PlacedClip, Split, SplitConstraint, SplitSizes
from tests.rule_tables import worked_table


def clips_of(cell: str) -> list[PlacedClip]:
    clips = []
    for written in cell.split(", "):
        marked, twin, source, split = written.split()
        name = marked.strip("=*")
        caption = "The same." if "=" in marked else f"Caption of {name}"
        rewrites = 9 if "*" in marked else 0
        clips.append(PlacedClip(name, None if twin == "–" else twin, source, Split(split), caption, rewrites))
    return clips


def cells(cell: str) -> list[str]:
    return [] if cell == "–" else cell.split("; ")


@pytest.mark.parametrize(("clips", "breach", "sentence"), worked_table("T splits check"))
def test_the_worked_table_holds(clips: str, breach: str, sentence: str) -> None:
    found = check_splits(clips_of(clips))
    assert [one.constraint for one in found] == [SplitConstraint(name) for name in cells(breach)]
    assert [one.sentence for one in found] == cells(sentence)


def test_a_constraint_is_named_once_with_its_count() -> None:
    clips = clips_of("a – v1 val, b – v2 val, c – v3 train")
    expected = SplitBreach(SplitConstraint.SINGLES, 2, "a has no twin and is in val")
    assert check_splits(clips) == [expected]


def test_sizes_are_checked_where_they_are_given() -> None:
    clips = clips_of("a b v1 test, b a v1 test")
    expected = SplitBreach(SplitConstraint.SIZES, 1, "test has 2 clips, but 4 were wanted")
    assert (check_splits(clips, SplitSizes(0, 2)), check_splits(clips, SplitSizes(0, 4))) == ([], [expected])
