"""The report of a marking campaign: every section by hand, the same bytes again, nothing without a truth."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotator.models import Ask
from consensus.pairs.services.withdrawing import withdraw_pair
from moments.models import Campaign, Pair
from tests.built_once import built_once
from tests.factories import NOW, claim, settle
from tests.marking import asked, finished, make_whole_video, mark, marking_campaign, send

pytestmark = pytest.mark.django_db
AUTHORS = (((10_000, 20_000),), ((10_000, 20_000), (40_000, 50_000)), ((30_000, 34_000),), ((5_000, 9_000),))


@built_once
def decided() -> Campaign:
    """Four questions on one video of a minute: agreed at once, with a third annotator, returned, withdrawn."""
    campaign, (author, marker, third) = marking_campaign("long")
    video = make_whole_video(campaign, "match", domain="sports").video
    for segments in AUTHORS:
        asked(author, segments, video=video, text="When does it ring?")
    finished(author)
    seats = {seat.pair.number: seat for seat in claim(marker, 4)}
    mark(marker, seats[1], ((10_000, 20_000),))
    mark(marker, seats[2], ((10_000, 22_000),))
    send(marker, seats[3], segments=[])
    withdraw_pair(
        pair=Pair.objects.select_related("campaign", "query", "batch__protocol").get(number=4),
        reason="unclear",
        now=NOW,
        actor="lead",
    )
    settle(campaign)
    (seat,) = claim(third, 4)
    send(third, seat, pieces=[{"span": [40_000, 50_000], "word": "yes"}])
    settle(campaign, after_s=130)
    return campaign


def made(out: Path) -> dict[str, list[list[str]]]:
    """Every table's rows with their header."""
    call_command("campaign_report", "long", "--out", str(out), "--json", stdout=io.StringIO())
    return {path.stem: list(csv.reader(path.open(encoding="utf-8"))) for path in (out / "tables").glob("*.csv")}


def test_every_section_says_what_there_is(tmp_path: Path) -> None:
    decided()
    tables = made(tmp_path / "report")
    assert tables["contents"] == [
        ["domain", "videos", "hours", "MS", "questions", "true segments"],
        ["sports", "1", "0.02", "2", "2", "3"],
        ["all", "1", "0.02", "2", "2", "3"],
    ]
    lengths = {(part, name): values for part, name, *values in tables["lengths"]}
    assert lengths["all", "words a question"] == ["2", "4", "4.00", "4"]
    assert lengths["all", "true segment (s)"] == ["3", "10.00", "10.67", "12.00"]
    assert lengths["all", "true segments a question"] == ["2", "1", "1.50", "2"]
    assert lengths["sports", "video duration (s)"] == ["1", "60.00", "60.00", "60.00"]
    assert lengths["MS", "true segment (s)"] == lengths["all", "true segment (s)"]
    ended = {name: number for of, name, number, _ in tables["outcomes"] if of == "question"}
    assert ended == {
        "agreed at once (M2)": "1",
        "agreed with a third annotator (M3)": "1",
        "decided by a lead": "0",
        "returned to the author": "1",
        "rejected or withdrawn by a lead": "1",
        "not decided yet": "0",
    }
    assert ["return", "no answer here", "1", "100.00"] in tables["outcomes"]
    assert ["piece", "yes", "1", "100.00"] in tables["outcomes"]
    agreement = {(part, name): (questions, iou) for part, name, questions, iou, *_ in tables["agreement"]}
    assert agreement["all", ""][0] == agreement["domain", "sports"][0] == agreement["task", "MS"][0]
    assert agreement["all", ""][1].startswith("0.92 [")
    assert [row[0] for row in tables["work"][1:]] == [
        "authors",
        "markers",
        "third annotators",
        "exams, hidden checks and other work",
        "all",
    ]
    pools = {row[0]: row[1:] for row in tables["pools"]}
    assert pools["truth clips a pool"] == ["1", "3", "3.00", "3"]
    assert pools["chance of R@1, all tasks (%)"][2] == pools["chance of R@1, MS (%)"][2]


def test_it_is_the_same_again_and_says_what_is_unfinished(tmp_path: Path) -> None:
    decided()
    made(tmp_path / "one")
    made(tmp_path / "two")
    one, two = (
        {str(path.relative_to(tmp_path / name)): path.read_bytes() for path in (tmp_path / name).rglob("*.*")}
        for name in ("one", "two")
    )
    assert one == two
    stored = json.loads(one["report.json"])
    assert stored["notes"] == ["The campaign is unfinished (1 question returned to its author)."]
    assert {plot["name"] for section in stored["sections"] for plot in section["plots"]} == {
        Path(name).stem for name in one if name.endswith(".svg")
    }


def test_without_a_truth_there_is_nothing_to_report(tmp_path: Path) -> None:
    _, (author, *_) = marking_campaign("long")
    asked(author)
    assert Ask.objects.count() == 1
    with pytest.raises(CommandError, match="campaign 'long' has no question with a truth, so there is nothing"):
        made(tmp_path / "report")
    assert not (tmp_path / "report").exists()
