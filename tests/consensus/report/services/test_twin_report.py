"""The report of a twins campaign: every section by hand, the same bytes again, nothing without a judged clip."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from consensus.opening.services import open_campaign
from consensus.twin_splits.services import draw_campaign_splits
from consensus.twins.splits.placing import SplitSizes
from tests.consensus.twin_splits.scenes import described
from tests.factories import NOW, make_twins
from tests.twins import Road, judge, twin_campaign

pytestmark = pytest.mark.django_db


def made(out: Path) -> dict[str, list[list[str]]]:
    """Every table's rows with their header."""
    call_command("campaign_report", "arrow", "--out", str(out), "--json", stdout=io.StringIO())
    return {path.stem: list(csv.reader(path.open(encoding="utf-8"))) for path in (out / "tables").glob("*.csv")}


def test_contents_are_those_of_accepted_captions_by_split(tmp_path: Path) -> None:
    campaign, _, _ = described(twins=4, singles=1)
    draw_campaign_splits(campaign=campaign, sizes=SplitSizes(2, 4), seed=1, actor="test", now=NOW)
    tables = made(tmp_path / "report")
    header = ["split", "videos", "twins", "singles", "clips", "vocabulary (words)", "hours of clips"]
    assert tables["contents"][0] == header
    assert [row[:5] for row in tables["contents"][1:]] == [
        ["train", "1", "0", "1", "1"],
        ["val", "1", "1", "0", "2"],
        ["test", "2", "2", "0", "4"],
        ["all", "4", "3", "1", "7"],
    ]
    # “Somebody opens box 0 on the table” has seven words with four verbs and four numbers in all; the backward ones add
    # then, is, as, it, was, before, all and this.
    assert tables["contents"][-1][5:] == [str(5 + 4 + 4 + 8), "0.01"]
    assert tables["criteria"][1:] == [
        ["state", "3", "1", "0", "4", "100.00"],
        ["all", "3", "1", "0", "4", "100.00"],
    ]
    lengths = {(split, name): values for split, name, *values in tables["lengths"]}
    assert lengths["all", "words a caption"] == ["7", "7", "8.71", "11"]
    assert lengths["all", "clip (s)"] == ["7", "5.00", "5.00", "5.00"]
    assert lengths["val", "source video (s)"] == ["1", "10.00", "10.00", "10.00"]


def judged_road() -> Road:
    """Three clips: one with a returned caption, one that a third annotator drops, and one that waits for its judges."""
    road = Road(twins=2)
    for answers in ((True, True), (True, False, False)):
        for person, temporal in zip(road.people, answers, strict=False):
            assert judge(person, temporal=temporal, now=road.now).status == "saved"
            if person is road.people[1]:
                road.sweep()
    road.sweep()
    road.written().assigned(1).assigned(2, backward=True, right=None)
    make_twins(road.campaign, 1)
    open_campaign(campaign=road.campaign, allow_missing_clips=False, now=NOW, actor="test")
    return road


def test_judges_captions_and_people_are_counted_as_on_agreement(tmp_path: Path) -> None:
    road = judged_road()
    tables = made(tmp_path / "report")
    judges = {row[0]: row[1:] for row in tables["agreement"]}
    assert judges["Time matters"][:2] == ["2", "50.0 [9.5, 90.5]"]
    assert judges["Criterion"][0] == "1"
    assert tables["criteria"][1:] == [
        ["state", "1", "0", "0", "1", "50.00"],
        ["time does not matter", "0", "0", "1", "1", "50.00"],
        ["all", "1", "0", "1", "2", "100.00"],
    ]
    captions = [row[1:3] for row in tables["captions"] if row[0] == "caption"]
    assert [row for row in captions if row[1] != "0"] == [["not decided yet", "2"]]
    returns = [row for row in tables["captions"] if row[0] == "return"]
    assert returns == [["return", "it does not say which of the two directions is meant", "1", "100.00"]]
    assert [row[:3] for row in tables["ceiling"][1:]] == [
        ["right", "1", "50.00"],
        ["cannot tell", "1", "50.00"],
        ["wrong", "0", "0.00"],
        ["accuracy", "2", "75.00"],
    ]
    people = {row[0]: row[1:] for row in tables["people"][1:]}
    writer = people[road.people[0].pseudonym]
    assert (writer[0], writer[1], writer[2], writer[3]) == ("2", "50.0 [9.5, 90.5]", "2", "50.0 [9.5, 90.5]")
    work = {row[0]: row[3] for row in tables["work"]}
    assert work == {
        "work": "answers",
        "judging clips": "5",
        "writing captions": "1",
        "assigning captions": "2",
        "exams, hidden checks and other work": "0",
        "all": "8",
    }


def test_it_is_the_same_again_and_says_what_is_unfinished(tmp_path: Path) -> None:
    judged_road()
    made(tmp_path / "one")
    made(tmp_path / "two")
    one, two = (
        {str(path.relative_to(tmp_path / name)): path.read_bytes() for path in (tmp_path / name).rglob("*.*")}
        for name in ("one", "two")
    )
    assert one == two
    stored = json.loads(one["report.json"])
    assert stored["notes"] == [
        "The campaign is unfinished (1 moment that is not judged yet, 1 moment whose captions are not accepted yet)."
    ]
    assert {plot["name"] for section in stored["sections"] for plot in section["plots"]} == {
        Path(name).stem for name in one if name.endswith(".svg")
    }


def test_without_a_judged_clip_there_is_nothing_to_report(tmp_path: Path) -> None:
    twin_campaign()
    with pytest.raises(CommandError, match="campaign 'arrow' has no judged clips, so there is nothing to report"):
        made(tmp_path / "report")
    assert not (tmp_path / "report").exists()
