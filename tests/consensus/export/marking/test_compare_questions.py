"""Two exports of a marking campaign, side by side: questions, truths, pools, and the decisions behind them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotator.models import Ask, AskState
from consensus.export.marking.comparing import KINDS, MarkedComparison
from consensus.export.services.comparison import compare_exports
from consensus.export.zip_file import pack
from consensus.marking.ledger_kinds import QUESTION_DECIDED
from consensus.models import Export, Verdict
from moments.base.errors import BadInput
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import Campaign, Query
from tests.consensus.export.marking.scenes import export, marked_campaign
from tests.consensus.export.marking.test_marked_export import decided
from tests.consensus.export.scenes import export as graded_export
from tests.consensus.export.scenes import graded_campaign
from tests.console.scenes import sign_in_admin
from tests.factories import NOW, made_export

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def change(campaign: Campaign) -> None:
    """Question 1 gets another truth, 2 another text, 5 is rejected, 6 withdrawn from the campaign."""
    Verdict.objects.filter(pair__ask__number=1).update(superseded=True)
    decided(campaign.asks.get(number=1), ((11_000, 20_000),))
    record = Record(QUESTION_DECIDED, "L1", {"reason": "it begins later"}, 1, campaign.asks.get(number=1).pair.number)
    record_decisions(campaign=campaign, records=[record], now=NOW)
    Query.objects.filter(query_id=2).update(text="Who runs away?")
    Ask.objects.filter(number=5).update(state=AskState.REJECTED, reason="asked twice")
    Verdict.objects.filter(pair__ask__number=6).update(superseded=True)


@pytest.fixture
def exports(tmp_path: Path) -> tuple[Path, Path]:
    campaign = marked_campaign()
    export(campaign, tmp_path / "old")
    change(campaign)
    export(campaign, tmp_path / "new", partial=True)
    return tmp_path / "old", tmp_path / "new"


def compared(old: Path, new: Path) -> MarkedComparison:
    found = compare_exports(old=old, new=new)
    assert isinstance(found, MarkedComparison)
    return found


def test_every_change_is_listed_with_its_reason(exports) -> None:
    found = compared(*exports)
    listed = [(one.question_id, one.kind, one.before, one.after) for one in found.changes]
    assert listed == [
        ("1", "truth", [[10.0, 20.0]], [[11.0, 20.0]]),
        ("1-ca", "truth", [[10.0, 20.0]], [[11.0, 20.0]]),
        ("2", "text", [[30.25, 36.0], [80.0, 95.5]], [[30.25, 36.0], [80.0, 95.5]]),
        ("5", "to_unjudged", [[0.2, 3.0]], None),
        ("6", "removed", [[1.0, 2.0]], None),
    ]
    assert found.changes[2].texts == {"qry_text": ["Who runs?", "Who runs away?"]}
    assert [one.why for one in found.changes[:2]] == [found.changes[0].why] * 2
    assert "it begins later" in found.changes[0].why[0]
    assert found.changes[2].why == []
    assert found.about["finished"] == [True, False]
    assert set(found.counts) == {*KINDS, "pools"}
    assert found.counts["truth"] == 2


def test_pools_name_the_clips_that_came_and_went(exports) -> None:
    pools = {one.video: one for one in compared(*exports).pools}
    assert set(pools) == {"big house", "square"}
    assert "square/11_20.mp4" in pools["square"].added
    assert "square/10_20.mp4" in pools["square"].removed
    assert (pools["big house"].added, len(pools["big house"].removed) > 2) == ([], True)


def test_the_way_back_is_the_other_way_round(tmp_path: Path) -> None:
    campaign = marked_campaign()
    Ask.objects.filter(number=5).update(state=AskState.REJECTED, reason="asked twice")
    export(campaign, tmp_path / "old")
    Ask.objects.filter(number=5).update(state=AskState.ACCEPTED)
    export(campaign, tmp_path / "new")
    assert [(one.question_id, one.kind) for one in compared(tmp_path / "old", tmp_path / "new").changes] == [
        ("5", "from_unjudged")
    ]


def test_another_reason_for_having_no_truth_is_a_change(tmp_path: Path) -> None:
    campaign = marked_campaign()
    for name, reason in (("old", "asked twice"), ("new", "too easy")):
        Ask.objects.filter(number=5).update(state=AskState.REJECTED, reason=reason)
        export(campaign, tmp_path / name)
    (only,) = compared(tmp_path / "old", tmp_path / "new").changes
    assert (only.kind, only.texts) == ("unjudged_changed", {"reason": ["asked twice", "too easy"]})


def test_the_same_export_twice_has_no_change_in_folder_or_archive(tmp_path: Path, capsys) -> None:
    export(marked_campaign(), tmp_path / "out")
    pack(tmp_path / "out", tmp_path / "out.zip", top="long")
    found = compared(tmp_path / "out", tmp_path / "out.zip")
    assert (found.changes, found.pools, found.about) == ([], [], {})
    call_command("compare_exports", str(tmp_path / "out"), str(tmp_path / "out.zip"))
    assert capsys.readouterr().out.splitlines()[-1] == "both exports contain the same questions, truths and pools"


def test_the_command_prints_each_change_and_pool(exports, capsys) -> None:
    call_command("compare_exports", *map(str, exports))
    lines = capsys.readouterr().out.splitlines()
    assert "question 1: truth, [[10.0, 20.0]] -> [[11.0, 20.0]]" in lines
    assert "question 2: qry_text 'Who runs?' -> 'Who runs away?'" in lines
    assert "question 5: to unjudged, [[0.2, 3.0]] -> –" in lines
    assert any(line.startswith("pool of square: added ") for line in lines)
    call_command("compare_exports", *map(str, exports), "--json")
    assert json.loads(capsys.readouterr().out)["counts"]["to_unjudged"] == 1


def test_exports_of_two_kinds_are_refused(tmp_path: Path) -> None:
    export(marked_campaign(), tmp_path / "marked")
    graded_export(graded_campaign(queries=1), tmp_path / "graded")
    with pytest.raises(
        CommandError, match="is an export of a grading campaign, but .*marked is one of a marking campaign"
    ):
        call_command("compare_exports", str(tmp_path / "marked"), str(tmp_path / "graded"))


def test_an_export_without_the_format_is_refused(tmp_path: Path) -> None:
    campaign = marked_campaign()
    export(campaign, tmp_path / "old", ["raw"])
    export(campaign, tmp_path / "new")
    with pytest.raises(BadInput, match="old: lacks the format momentseeker; only exports with it can be compared$"):
        compare_exports(old=tmp_path / "old", new=tmp_path / "new")


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("[1]", r"expected an object, got \[1\]"),
        ("{", "not JSON: {"),
        ('{"question_id": 1}', "question_id: expected text, got 1"),
        (
            '{"question_id": "1", "task": "MS", "qry_text": "", "video_name": "a", "timestamps": [[1]]}',
            r"timestamps: expected pairs of numbers, got \[\[1\]\]",
        ),
        (
            '{"question_id": "1", "task": "MS", "qry_text": "", "video_name": "a", "timestamps": []}',
            "candidate_video_list: expected objects with output_path",
        ),
    ],
)
def test_what_is_no_question_is_named_by_file_and_entry(exports, row: str, problem: str) -> None:
    old, new = exports
    (old / "momentseeker/test/ms.json").write_text(f"[\n{row}\n]\n")
    with pytest.raises(BadInput, match=f"momentseeker/test/ms.json entry 1: {problem}$"):
        compare_exports(old=old, new=new)


def test_a_changed_file_is_refused(exports) -> None:
    old, new = exports
    path = old / "momentseeker/test/ms.json"
    path.write_text(path.read_text().replace("Who waves?", "Who waved?"))
    with pytest.raises(BadInput, match="was changed after the export: its checksum differs"):
        compare_exports(old=old, new=new)


def test_the_page_compares_exports_of_the_history(client, settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path / "data"
    campaign = marked_campaign()
    made_export(campaign, formats=["momentseeker"])
    change(campaign)
    made_export(campaign, formats=["momentseeker"], partial=True)
    assert Export.objects.count() == 2
    sign_in_admin(client)
    assert "Compare</button>" in client.get("/c/long/exports/").content.decode()
    page = client.get("/c/long/exports/compare/", {"old": "1", "new": "2"}).content.decode()
    for text in ("Truth changed", "10.0–20.0", "11.0–20.0", "It begins later", "Who runs away?", "big house"):
        assert text in page or text.lower() in page
