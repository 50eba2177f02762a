"""The export: complete, valid, the same bytes again, whole or not at all (R8, I7)."""

import csv
import hashlib
import json
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from annotator.models import Score
from consensus.export.formats.raw import RAW
from consensus.export.formats.registry import FORMATS
from consensus.export.services.exporting import export_labels
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.rawscores.settling import settle_file
from moments.base.errors import BadInput
from moments.models import Campaign
from tests.built_once import built_once
from tests.factories import NOW, make_campaign, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db

SCORES = {1: (4, 4), 2: (2, 3), 3: (0, 4, 1, 2), 4: (0, 2, 4, 4), 5: (0, 1)}


@built_once
def six_pairs() -> Campaign:
    """Pairs 1, 2, 3, 5 agreed on 4, 3, 2, 1; pair 4 discarded; pair 6 withdrawn."""
    campaign, members = opened_campaign(people=4, pairs=6)
    sixth = campaign.pairs.select_related("batch").get(rank=6)
    withdraw_pair(pair=sixth, actor="1234", reason="clip broken", now=NOW)
    given: dict[int, int] = {}

    def next_score(pair, member) -> int:
        place = given.get(pair.rank, 0)
        given[pair.rank] = place + 1
        return SCORES[pair.rank][place]

    score_all(members, next_score)
    settle(campaign)
    score_all(members, next_score)
    settle(campaign, after_s=122)
    return campaign


@pytest.fixture
def campaign():
    return six_pairs()


def export(campaign, out: Path, formats=FORMATS, partial=False):
    return export_labels(campaign=campaign, out=out, formats=formats, partial=partial)


def test_labels_are_the_agreed_pairs_with_all_columns(campaign, tmp_path: Path) -> None:
    export(campaign, tmp_path / "out")
    labels = json.loads((tmp_path / "out/val.json").read_text())
    assert [(label["pair_id"], label["relevance"]) for label in labels] == [(1, 4), (2, 3), (3, 2), (5, 1)]
    assert list(labels[0]) == [
        "pair_id",
        "query_id",
        "query",
        "video_name",
        "timestamp",
        "duration",
        "caption",
        "similarity",
        "relevance",
    ]
    moment = campaign.pairs.get(number=2).moment
    assert (labels[1]["timestamp"], labels[1]["duration"]) == ([moment.start_s, moment.end_s], 60.0)
    assert (labels[1]["caption"], labels[1]["similarity"]) == (moment.caption, 0.99)


def test_raw_scores_hold_discarded_pairs_and_no_withdrawn_ones(campaign, tmp_path: Path) -> None:
    export(campaign, tmp_path / "out")
    with (tmp_path / "out/raw_annotation.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    by_pair: dict[str, list[int]] = {}
    for row in rows:
        by_pair.setdefault(row["pair_id"], []).append(int(row["relevance"]))
    assert {int(pair): tuple(scores) for pair, scores in by_pair.items()} == SCORES
    assert json.loads(rows[0]["timestamp"]) == [0.0, 5.0]
    pseudonyms = set(campaign.members.values_list("pseudonym", flat=True))
    assert {row["worker"] for row in rows} <= pseudonyms
    with (tmp_path / "out/raw_annotation_details.csv").open(newline="") as file:
        details = list(csv.DictReader(file))
    same = ("pair_id", "worker", "relevance")
    assert [[row[name] for name in same] for row in details] == [[row[name] for name in same] for row in rows]
    scores = {
        (str(one.seat.pair.number), one.annotator.pseudonym): one
        for one in Score.objects.filter(current=True).select_related("seat__pair", "annotator")
    }
    for row in details:
        score = scores[row["pair_id"], row["worker"]]
        assert (int(row["round"]), int(row["attempt"]), row["purpose"]) == (
            score.seat.round, score.seat.attempt, "campaign")  # fmt: skip
        assert abs(datetime.fromisoformat(row["scored_at"]) - score.worked_at) < timedelta(milliseconds=1)
        assert row["seconds"] == ("" if score.shown_ms is None else f"{score.shown_ms / 1000:.3f}")


def test_unjudged_pairs_stand_apart_with_their_reason(campaign, tmp_path: Path) -> None:
    export(campaign, tmp_path / "out", formats=["tvr"])
    lines = (tmp_path / "out/unjudged.jsonl").read_text().splitlines()
    unjudged = [(row["pair_id"], row["outcome"], row["reason"]) for row in map(json.loads, lines)]
    assert unjudged == [
        (4, "discarded", "two scores left of four differ by more than the tolerance"),
        (6, "withdrawn", "clip broken"),
    ]


def test_settling_the_raw_scores_gives_the_labels_again(campaign, tmp_path: Path) -> None:
    export(campaign, tmp_path / "out")
    settle_file(tmp_path / "out/raw_annotation.csv", tmp_path / "again.csv", tolerance=1)
    with (tmp_path / "again.csv").open(newline="") as file:
        again = {int(row["pair_id"]): int(row["relevance"]) for row in csv.DictReader(file)}
    labels = json.loads((tmp_path / "out/val.json").read_text())
    assert again == {label["pair_id"]: label["relevance"] for label in labels}


def test_the_other_formats_hold_the_same_labels(campaign, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(campaign, out)
    ids = dict(campaign.pairs.values_list("number", "moment__desc_id"))
    expected = [(1, ids[1], 4), (1, ids[2], 3), (1, ids[3], 2), (1, ids[5], 1)]
    qrels = [line.split(" ") for line in (out / "val.qrels").read_text().splitlines()]
    assert [(int(q), int(d), int(r)) for q, zero, d, r in qrels if zero == "0"] == expected
    beir = [line.split("\t") for line in (out / "beir/qrels/val.tsv").read_text().splitlines()]
    assert beir[0] == ["query-id", "corpus-id", "score"]
    assert [tuple(map(int, row)) for row in beir[1:]] == expected
    corpus = [json.loads(line) for line in (out / "beir/corpus.jsonl").read_text().splitlines()]
    assert {row["_id"] for row in corpus} == {str(desc_id) for desc_id in ids.values()}
    table = pq.read_table(out / "parquet/val.parquet").to_pylist()
    assert table == json.loads((out / "val.json").read_text())


def test_the_manifest_names_every_file_with_its_checksum(campaign, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(campaign, out)
    manifest = json.loads((out / "manifest.json").read_text())
    files = {str(path.relative_to(out)): path for path in out.rglob("*") if path.is_file()}
    assert set(manifest["files"]) == set(files) - {"manifest.json"}
    for name, described in manifest["files"].items():
        assert described["sha256"] == hashlib.sha256(files[name].read_bytes()).hexdigest()
    assert (manifest["finished"], manifest["ledger"]["hash"]) == (True, campaign.ledger_head.hash)


def test_an_export_repeated_is_the_same_to_the_byte(campaign, tmp_path: Path) -> None:
    for name in ("one", "two", "two"):
        export(campaign, tmp_path / name)
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / name).rglob("*") if path.is_file()}
        for name in ("one", "two")
    )
    assert one == two
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


def test_a_text_is_exported_as_it_is(campaign, tmp_path: Path) -> None:
    odd = '=cmd("x"), "quoted",\n\u202eback, 🎬'
    campaign.queries.update(text=odd)
    export(campaign, tmp_path / "out")
    with (tmp_path / "out/raw_annotation.csv").open(newline="") as file:
        assert {row["query"] for row in csv.DictReader(file)} == {odd}
    assert {label["query"] for label in json.loads((tmp_path / "out/val.json").read_text())} == {odd}


def test_an_unfinished_campaign_is_exported_only_in_part(tmp_path: Path) -> None:
    campaign, members = opened_campaign(pairs=3)
    score_all(members[:1])
    with pytest.raises(BadInput, match="unfinished: 3 pairs without a verdict$"):
        export(campaign, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    export(campaign, tmp_path / "out", partial=True)
    manifest = json.loads((tmp_path / "out/manifest.json").read_text())
    assert (manifest["finished"], manifest["unfinished"]) == (False, {"pairs without a verdict": 3})
    assert json.loads((tmp_path / "out/val.json").read_text()) == []


def test_a_campaign_never_opened_has_nothing_to_export(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="was never opened"):
        export(make_campaign(), tmp_path / "out", partial=True)


def test_an_unknown_format_is_refused_by_name(campaign, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"there is no format 'xml'; expected one of {', '.join(FORMATS)}"):
        export(campaign, tmp_path / "out", formats=["xml"])


def test_a_folder_of_other_things_is_left_alone(campaign, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(BadInput, match="an export replaces only an export"):
        export(campaign, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("manifest", ['{"name": "a web app"}', "[]", "{", '{"software": "reelevance 1", "files": {}}'])
def test_a_manifest_of_another_kind_protects_the_folder(campaign, tmp_path: Path, manifest: str) -> None:
    (tmp_path / "manifest.json").write_text(manifest)
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(BadInput, match="an export replaces only an export"):
        export(campaign, tmp_path)
    assert (tmp_path / "thesis.tex").read_text() == "mine"


def test_an_export_that_is_stopped_leaves_nothing(campaign, tmp_path: Path, monkeypatch) -> None:
    def stop(*args) -> None:
        raise KeyboardInterrupt

    export(campaign, tmp_path / "out", formats=["tvr"])
    before = (tmp_path / "out/manifest.json").read_bytes()
    monkeypatch.setitem(FORMATS, "raw", replace(RAW, scores=stop))
    with pytest.raises(KeyboardInterrupt):
        export(campaign, tmp_path / "out")
    assert (tmp_path / "out/manifest.json").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
