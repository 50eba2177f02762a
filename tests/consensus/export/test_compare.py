"""Two exports side by side: what changed, and which decisions made it so."""

import hashlib
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from consensus.decisions.ledger_kinds import PAIR_REOPENED, QUERY_EDITED
from consensus.export.comparing import KINDS
from consensus.export.services.comparison import compare_exports
from consensus.export.zip_file import pack
from consensus.models import Verdict, VerdictKind
from moments.base.errors import BadInput
from moments.campaign.ledger_kinds import PROTOCOL_SET
from moments.ledger.chain import Record
from moments.ledger.services import record_decisions
from moments.models import Query
from tests.consensus.export.scenes import export, graded_campaign, labels_in
from tests.factories import NOW, make_campaign, opened_campaign

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def decide(campaign, pair: int, kind: VerdictKind, relevance: int | None, reason: str = "") -> None:
    """The pair's verdict from now on, and its entry in the ledger."""
    record = Record(PAIR_REOPENED, "1234", {"reason": reason}, 1, pair)
    record_decisions(campaign=campaign, records=[record], now=NOW)
    round_number = {VerdictKind.AGREED: 1, VerdictKind.DISCARDED: 2, VerdictKind.WITHDRAWN: None}[kind]
    Verdict.objects.filter(pair__number=pair).update(kind=kind, relevance=relevance, round=round_number, reason=reason)


@pytest.fixture
def exports(tmp_path: Path) -> tuple[Path, Path]:
    """Pair 1 changed to 0, pair 2 judged after all, pair 3 withdrawn, pair 4 undecided again; query 2 edited."""
    campaign = graded_campaign(queries=2)
    export(campaign, tmp_path / "old")
    decide(campaign, 1, VerdictKind.AGREED, 0, "scored anew")
    decide(campaign, 2, VerdictKind.AGREED, 4)
    decide(campaign, 3, VerdictKind.WITHDRAWN, None, "wrong clip")
    Verdict.objects.filter(pair__number=4).delete()
    edited = Record(QUERY_EDITED, "1234", {"reason": "a typing error"}, 2)
    protocol = Record(PROTOCOL_SET, "admin", {"version": 2})
    record_decisions(campaign=campaign, records=[edited, protocol], now=NOW)
    Query.objects.filter(query_id=2).update(text="query text two")
    export(campaign, tmp_path / "new")
    return tmp_path / "old", tmp_path / "new"


def test_every_change_is_listed_with_its_reason(exports: tuple[Path, Path]) -> None:
    old, new = exports
    before = {label["pair_id"]: label["relevance"] for label in labels_in(old)}
    found = compare_exports(old=old, new=new)
    texts = len([label for label in labels_in(new) if label["query_id"] == 2])
    assert {kind: count for kind, count in found.counts.items() if count} == {
        "removed": 1,
        "to_unjudged": 1,
        "from_unjudged": 1,
        "relevance": 1,
        "text": texts,
    }
    assert set(found.counts) == set(KINDS)
    kinds = {change.pair_id: (change.kind, change.before, change.after) for change in found.changes[:4]}
    assert kinds == {
        1: ("relevance", before[1], 0),
        2: ("from_unjudged", None, 4),
        3: ("to_unjudged", before[3], None),
        4: ("removed", before[4], None),
    }
    assert "pair reopened by 1234 (scored anew)" in found.changes[0].why[0]
    assert found.changes[3].why == []
    assert found.changes[4].texts == {"query": ["query text 2", "query text two"]}
    assert "query edited by 1234 (a typing error)" in found.changes[4].why[0]
    assert len(found.wide) == 1
    assert "protocol set by admin (version 2)" in found.wide[0]


def test_archives_are_compared_like_folders(exports: tuple[Path, Path], tmp_path: Path) -> None:
    for folder in exports:
        pack(folder, tmp_path / f"{folder.name}.zip", top="films")
    found = compare_exports(old=tmp_path / "old.zip", new=tmp_path / "new.zip")
    assert found == compare_exports(old=exports[0], new=exports[1])


def test_without_the_ledger_changes_stand_without_reasons(exports: tuple[Path, Path]) -> None:
    campaign = make_campaign("films-2")
    for folder in exports:
        manifest = json.loads((folder / "manifest.json").read_text())
        manifest["campaign"] = campaign.slug
        (folder / "manifest.json").write_text(json.dumps(manifest))
    found = compare_exports(old=exports[0], new=exports[1])
    assert (found.explained, found.changes[0].why) == (False, [])


def test_an_export_and_itself_are_the_same(exports: tuple[Path, Path]) -> None:
    found = compare_exports(old=exports[0], new=exports[0])
    assert (found.changes, found.about, found.wide) == ([], {}, [])


def test_the_command_tells_it_in_lines_and_as_json(exports: tuple[Path, Path]) -> None:
    printed = StringIO()
    call_command("compare_exports", *map(str, exports), stdout=printed)
    assert "relevance: 1" in printed.getvalue()
    assert "pair 3 (query 1, val): to unjudged" in printed.getvalue()
    printed = StringIO()
    call_command("compare_exports", *map(str, exports), "--json", stdout=printed)
    report = json.loads(printed.getvalue())
    assert (report["counts"]["removed"], report["changes"][2]["kind"], report["explained"]) == (1, "to_unjudged", True)


def refused(old: Path, new: Path) -> str:
    with pytest.raises(CommandError) as error:
        call_command("compare_exports", str(old), str(new))
    return str(error.value)


def test_what_cannot_be_compared_is_refused_in_one_line(exports: tuple[Path, Path], tmp_path: Path) -> None:
    old, new = exports
    assert refused(new, old) == f"{old}: is older than {new}; give the older export first"
    assert "is not an export" in refused(tmp_path, new)
    assert "No such file" in refused(tmp_path / "none.zip", new)
    (tmp_path / "text.zip").write_text("no archive")
    assert "is not an export" in refused(tmp_path / "text.zip", new)
    (tmp_path / "list").mkdir()
    (tmp_path / "list/manifest.json").write_text("[]")
    assert "manifest.json is not the manifest of an export" in refused(tmp_path / "list", new)


def test_labels_that_were_altered_after_the_export_are_refused(exports: tuple[Path, Path]) -> None:
    old, new = exports
    text = (old / "val.json").read_text()
    (old / "val.json").write_text(text.replace('"relevance": 0', '"relevance": 1', 1))
    assert "val.json was changed after the export: its checksum differs" in refused(old, new)


def altered(folder: Path, name: str, text: str) -> None:
    """The file's text from now on, with a manifest that agrees."""
    (folder / name).write_text(text)
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"][name]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))


SOUND = '{"pair_id": 1, "query_id": 1, "relevance": 2}'
MALFORMED = {
    f'[\n{SOUND},\n{{"pair_id": 2, "relevance": 2}}\n]\n': "val.json entry 2: query_id: is missing",
    f"[\n{SOUND.replace('2', 'null')}\n]\n": "val.json entry 1: relevance: expected an integer, got None",
    "[\n7\n]\n": "val.json entry 1: expected an object, got 7",
    '[\n{"pair_id"\n]\n': 'val.json entry 1: not JSON: {"pair_id"',
}


SOUND_UNJUDGED = '{"pair_id": 2, "query_id": 1, "split": "val", "outcome": "discarded", "reason": ""}'
MALFORMED_UNJUDGED = {
    SOUND_UNJUDGED.replace("pair_id", "pair"): "pair_id: is missing",
    SOUND_UNJUDGED.replace("query_id", "query"): "query_id: is missing",
    SOUND_UNJUDGED.replace('"val"', "7"): "split: expected text, got 7",
}


def test_a_malformed_row_is_named_by_file_and_entry(exports: tuple[Path, Path]) -> None:
    old, new = exports
    for text, message in MALFORMED.items():
        altered(new, "val.json", text)
        assert refused(old, new) == f"{new}: {message}"
    for text, message in MALFORMED_UNJUDGED.items():
        altered(new, "unjudged.jsonl", f"{SOUND_UNJUDGED}\n{text}\n")
        assert refused(old, new) == f"{new}: unjudged.jsonl line 2: {message}"
    altered(new, "unjudged.jsonl", f"{SOUND_UNJUDGED}\n")
    altered(new, "adjudicated.json", '[\n{"pair_id": 2}\n]\n')
    altered(new, "val.json", (old / "val.json").read_text())
    assert refused(old, new) == f"{new}: adjudicated.json entry 1: query_id: is missing"


def test_a_manifest_too_large_is_not_read(exports: tuple[Path, Path], tmp_path: Path) -> None:
    old, new = exports
    with (new / "manifest.json").open("a") as file:
        file.write(" " * (4 << 20))
    assert refused(old, new) == f"{new}: manifest.json is larger than 4,194,304 bytes"
    pack(new, tmp_path / "new.zip", top="films")
    assert refused(old, tmp_path / "new.zip") == f"{tmp_path / 'new.zip'}: manifest.json is larger than 4,194,304 bytes"


def test_an_export_of_another_campaign_is_refused(exports: tuple[Path, Path], tmp_path: Path) -> None:
    other, _ = opened_campaign("other", pairs=1)
    export(other, tmp_path / "other", partial=True)
    with pytest.raises(BadInput, match="is an export of campaign 'other', not of 'films'"):
        compare_exports(old=exports[0], new=tmp_path / "other")


def test_an_export_without_json_labels_is_refused(tmp_path: Path) -> None:
    export(graded_campaign(queries=1), tmp_path / "out", ["qrels"])
    assert "only exports with the format tvr can be compared" in refused(tmp_path / "out", tmp_path / "out")
