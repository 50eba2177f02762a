"""Exports under faults and odd data: killed writers, people at work, texts of every kind."""

import csv
import json
import os
import signal
import threading
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections

from consensus.export.folder import Folder
from consensus.export.landing import is_export
from consensus.export.services.exporting import snapshot
from consensus.models import Verdict, VerdictKind
from moments.models import Campaign, Moment, Query, Video
from tests.consensus.export.scenes import bytes_of, export, graded_campaign, labels_in, lines_in
from tests.factories import opened_campaign

pytestmark = pytest.mark.slow


def export_killed_at(campaign: Campaign, out: Path, point: int) -> int:
    """The signal that ended a process which kills itself when it has opened that many files."""
    connection.close()
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    opened = 0
    original = Folder.file

    def file(folder: Folder, name: str) -> Path:
        nonlocal opened
        opened += 1
        if opened == point:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(folder, name)

    Folder.file = file  # type: ignore[method-assign]
    try:
        export(campaign, out)
    finally:
        os._exit(0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_an_export_killed_at_any_file_leaves_what_was_there(tmp_path: Path) -> None:
    campaign = graded_campaign(queries=1)
    out = tmp_path / "out"
    for point in (1, 3, 8, 12):
        assert export_killed_at(campaign, out, point) == -signal.SIGKILL
        assert not out.exists()
    export(campaign, out)
    whole = bytes_of(out)
    campaign.queries.update(text="another text")
    for point in (1, 5, 14):
        assert export_killed_at(campaign, out, point) == -signal.SIGKILL
        assert (bytes_of(out), is_export(out)) == (whole, True)
    export(campaign, out)
    assert labels_in(out)[0]["query"] == "another text"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.django_db(transaction=True)
def test_people_save_while_an_export_reads_one_moment() -> None:
    campaign, _ = opened_campaign(pairs=1)
    done = threading.Event()

    def save() -> None:
        Query.objects.update(text="saved meanwhile")
        connections.close_all()
        done.set()

    with snapshot():
        before = Query.objects.get().text
        writer = threading.Thread(target=save)
        writer.start()
        assert done.wait(10)
        assert Query.objects.get().text == before
    writer.join()
    assert Query.objects.get().text == "saved meanwhile"


ODD = (
    '=HYPERLINK("http://x")',
    "+1-1@SUM(A1)",
    "quotes \" and ' and, commas",
    "tab\tand\nnewline\r\nand return\r",
    "\u202eright to left \u0645\u0631\u062d\u0628\u0627",
    "emoji 🎬👩‍🔬 and combining e\u0301",
    "\u2028line separator\u0085next line",
    "\\u0041 \\n is no escape </script>",
    " spaces around ",
)


@pytest.mark.django_db
@pytest.mark.parametrize("text", ODD)
def test_a_text_is_the_same_in_every_format(tmp_path: Path, text: str) -> None:
    campaign = graded_campaign(queries=1)
    Query.objects.update(text=text)
    Moment.objects.update(caption=f"{text} caption")
    Video.objects.update(name=f"{text} video")
    Verdict.objects.filter(kind=VerdictKind.WITHDRAWN).update(reason=f"{text} reason")
    export(campaign, tmp_path / "out")
    out = tmp_path / "out"
    expected = {(text, f"{text} caption", f"{text} video")}
    assert {(row["query"], row["caption"], row["video_name"]) for row in labels_in(out)} == expected
    table = pq.read_table(out / "parquet/val.parquet").to_pylist()
    assert {(row["query"], row["caption"], row["video_name"]) for row in table} == expected
    with (out / "raw_annotation.csv").open(newline="", encoding="utf-8") as file:
        assert {(row["query"], row["caption"], row["video_name"]) for row in csv.DictReader(file)} == expected
    corpus, queries, left = (
        [json.loads(line) for line in (out / name).read_text(encoding="utf-8").splitlines()]
        for name in ("beir/corpus.jsonl", "beir/queries.jsonl", "unjudged.jsonl")
    )
    assert f"{text} reason" in {row["reason"] for row in left}
    assert {(row["text"], row["metadata"]["video_name"]) for row in corpus} == {(f"{text} caption", f"{text} video")}
    assert [row["text"] for row in queries] == [text]
    assert list(json.loads((out / "video_corpus.json").read_text(encoding="utf-8"))) == [f"{text} video"]


@pytest.mark.django_db
@pytest.mark.skipif(not str(settings.DATABASES["default"]["ENGINE"]).endswith("sqlite3"), reason="holds no NUL in text")
def test_a_nul_in_a_text_is_kept(tmp_path: Path) -> None:
    campaign = graded_campaign(queries=1)
    Query.objects.update(text="nul\0byte")
    export(campaign, tmp_path / "out")
    assert {row["query"] for row in labels_in(tmp_path / "out")} == {"nul\0byte"}
    assert {row["query"] for row in pq.read_table(tmp_path / "out/parquet/val.parquet").to_pylist()} == {"nul\0byte"}


@pytest.mark.django_db
def test_ids_are_numbers_of_any_length_and_grades_integers(tmp_path: Path) -> None:
    campaign = graded_campaign(queries=1)
    Query.objects.update(query_id=98765)
    for place, moment in enumerate(Moment.objects.order_by("pk")):
        Moment.objects.filter(pk=moment.pk).update(desc_id=90210 + place * 10**7)
    export(campaign, tmp_path / "out")
    for line in lines_in(tmp_path / "out/val.qrels"):
        query, zero, document, grade = line.split(" ")
        assert (query, zero, document.isdigit(), grade in "01234") == ("98765", "0", True, True)
    assert all(len(line.split(" ")) == 6 for line in lines_in(tmp_path / "out/similarity/val.trec"))


@pytest.mark.django_db
def test_a_foreign_pseudonym_names_no_other_folder(tmp_path: Path) -> None:
    campaign = graded_campaign(queries=1)
    member = campaign.members.order_by("pk")[0]
    type(member).objects.filter(pk=member.pk).update(pseudonym="x y..%2F")
    export(campaign, tmp_path / "a/b/out")
    names = {path.name for path in (tmp_path / "a/b/out/qrels_by_rater").iterdir()}
    assert "val.x%20y..%252F.qrels" in names
    assert sorted(path.name for path in tmp_path.rglob("*.qrels") if "x" in path.stem) == ["val.x%20y..%252F.qrels"]


@pytest.mark.django_db
def test_a_campaign_without_a_label_is_exported_in_every_format(tmp_path: Path) -> None:
    campaign, _ = opened_campaign(pairs=2)
    exported = export(campaign, tmp_path / "out", partial=True)
    rows = {name: count for name, count in exported.rows.items() if name not in ("beir/corpus.jsonl",)}
    assert rows == {
        "unjudged.jsonl": 0,
        "adjudicated.json": 0,
        "val.json": 0,
        "val.qrels": 0,
        "beir/qrels/val.tsv": 0,
        "parquet/val.parquet": 0,
        "video_corpus.json": 1,
        "similarity/val.json": 1,
        "raw_annotation.csv": 0,
        "beir/queries.jsonl": 1,
    }
    assert "none: no unit was scored by two raters" in (tmp_path / "out/README.md").read_text()


@pytest.mark.django_db
def test_the_command_leaves_the_platforms_own_history_alone(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    graded_campaign(queries=1)
    with pytest.raises(CommandError, match="belongs to the platform's own history"):
        call_command("export_labels", "films", "--out", str(tmp_path / "exports/films/1"), "--partial")
    with pytest.raises(CommandError, match="name at least one of tvr"):
        call_command("export_labels", "films", "--out", str(tmp_path / "out"), "--formats", " , ")
