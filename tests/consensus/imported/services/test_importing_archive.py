"""Scores given elsewhere: imported whole, ruled on, and used by every figure."""

import csv
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from annotator.models import Seat
from consensus.agreement.selectors.archive import archive_columns
from consensus.export.formats.check import CHECK
from consensus.export.formats.registry import FORMATS
from consensus.export.services.exporting import export_labels
from consensus.labels.selectors.labels import unfinished
from consensus.models import ArchiveScore, BatchReview, Verdict
from consensus.opening.services import open_campaign
from consensus.pairs.services.reopening import reopen_pair
from consensus.queries.services.editing import edit_query
from consensus.rawscores.settling import settle_file
from consensus.report.selectors.counts import report_counts
from consensus.sweep.services import settle_campaigns
from consensus.verify.selectors.invariants import breaches
from consensus.what_if.selectors import what_if
from moments.base.errors import BadInput
from moments.corpus.services import import_moments
from moments.models import Campaign, Moment, Pair, Query
from moments.protocol import Protocol
from tests.factories import NOW, claim, make_campaign, make_member, make_query

pytestmark = pytest.mark.django_db
PAIRS = 6
# Pairs 0 to 5: agreed 3 by R3, agreed 2 by R5, discarded by R5, two that disagree, one score, the same worker twice.
SCORES = {
    0: [("a", 2), ("b", 3)],
    1: [("a", 1), ("b", 3), ("c", 2), ("d", 2)],
    2: [("a", 0), ("b", 2), ("c", 4), ("d", 4)],
    3: [("a", 0), ("b", 4)],
    4: [("a", 1)],
    5: [("a", 4), ("a", 4), ("b", 4), ("c", 1)],
}
AGREED = {0: 3, 1: 2, 5: 4}


def label(pair: int, **change: object) -> dict[str, object]:
    label = {
        "pair_id": pair,
        "query_id": 7 + pair // 4,
        "query": f"text {pair // 4}",
        "video_name": f"film_{pair % 2}",
        "timestamp": [pair, pair + 1.5],
        "duration": 60.0,
        "caption": f"somebody {pair}",
        "similarity": 1 - pair / 100,
        "relevance": AGREED.get(pair, 0),
    }
    return label | change


def write_labels(folder: Path, pairs=range(PAIRS), name: str = "val.json") -> Path:
    path = folder / name
    path.write_text(json.dumps([label(pair) for pair in pairs]))
    return path


def write_raw(folder: Path, scores=None) -> Path:
    path = folder / "raw_annotation.csv"
    rows = [f"{pair},{worker},{grade}" for pair, given in (scores or SCORES).items() for worker, grade in given]
    path.write_text("pair_id,worker,relevance\n" + "\n".join(rows) + "\n")
    return path


def imported(*files: Path, slug: str = "films", **options: object) -> dict[str, object]:
    """What the command reports as JSON."""
    from io import StringIO

    out = StringIO()
    call_command("import_archive", slug, *map(str, files), json=True, stdout=out, stderr=StringIO(), **options)
    return json.loads(out.getvalue())


@pytest.fixture
def archive(tmp_path: Path) -> Campaign:
    campaign = make_campaign(protocol=Protocol(batch_size=2, window=1))
    imported(write_labels(tmp_path), write_raw(tmp_path))
    campaign.refresh_from_db()
    return campaign


def verdicts() -> dict[int, tuple[str, int | None]]:
    rows = Verdict.objects.order_by("pair__number").values_list("pair__number", "kind", "relevance")
    return {number: (kind, relevance) for number, kind, relevance in rows}


def test_published_files_become_a_campaign_with_the_rules_verdicts(tmp_path: Path) -> None:
    make_campaign(protocol=Protocol(batch_size=2, window=1))
    done = imported(write_labels(tmp_path), write_raw(tmp_path))
    assert done == {
        "added": True,
        "videos": 2,
        "moments": 6,
        "queries": 2,
        "pairs": 6,
        "scores": 17,
        "workers": 4,
        "agreed": 3,
        "discarded": 2,
        "other_counts": 1,
        "unscored": 0,
        "worker_twice": 1,
        "labels_that_differ": 2,
        "stand_ins": 0,
        "without_times": 0,
        "annotations_left_out": 0,
    }
    assert verdicts() == {number: ("agreed", grade) for number, grade in AGREED.items()} | {
        2: ("discarded", None),
        3: ("discarded", None),
    }
    places = Pair.objects.order_by("number").values_list("number", "query__query_id", "rank", "batch__number")
    assert list(places) == [(0, 7, 1, 1), (1, 7, 2, 1), (2, 7, 3, 2), (3, 7, 4, 2), (4, 8, 1, 1), (5, 8, 2, 1)]
    kept = ArchiveScore.objects.filter(pair__number=5).order_by("position").values_list("worker", "relevance")
    assert list(kept) == SCORES[5]
    reviews = BatchReview.objects.order_by("batch__query__query_id", "batch__number")
    assert list(reviews.values_list("batch__query__query_id", "batch__number", "advice", "decision")) == [
        (7, 1, "extend", "extend"),
        (7, 2, "none", "close"),
    ]


def test_an_archive_breaks_no_invariant_and_a_wrong_verdict_in_it_is_found(archive: Campaign) -> None:
    assert list(breaches(archive, now=timezone.now(), sweep_s=10)) == []
    Verdict.objects.filter(pair__number=0).update(relevance=2)
    assert list(breaches(archive, now=timezone.now(), sweep_s=10)) == [
        "I4: the verdict on pair 0 does not follow from its scores [2, 3]"
    ]


def test_the_same_files_again_add_nothing_and_others_are_refused(archive: Campaign, tmp_path: Path) -> None:
    again = imported(write_labels(tmp_path), write_raw(tmp_path))
    assert (again["added"], again["agreed"], ArchiveScore.objects.count()) == (False, 3, 17)
    with pytest.raises(CommandError, match="archive of other files"):
        imported(write_raw(tmp_path))


def test_nobody_works_in_an_archive(archive: Campaign) -> None:
    member = make_member(archive)
    assert claim(member) == []
    assert settle_campaigns(now=NOW) == {}
    query = Query.objects.get(query_id=7)
    for act, message in (
        (lambda: open_campaign(campaign=archive, allow_missing_clips=True, now=NOW, actor="test"), "is an archive"),
        (lambda: reopen_pair(pair=query.pairs.get(rank=1), actor="lead", reason="x", now=NOW), "is an archive"),
        (lambda: edit_query(query=query, text="another", actor="lead", reason="x", now=NOW), "is an archive"),
    ):
        with pytest.raises(BadInput, match=message):
            act()
    with pytest.raises(IntegrityError, match="nobody works in an archive"), transaction.atomic():
        Seat.objects.create(campaign=archive, pair=query.pairs.get(rank=1), attempt=1, round=1, number=1)


def test_its_export_settles_to_the_same_verdicts(archive: Campaign, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert unfinished(archive) == {"pairs without a verdict": 1}
    exported = export_labels(campaign=archive, out=out, formats=FORMATS, partial=True)
    assert exported.rows["val.json"] == 3
    assert {one["pair_id"]: one["relevance"] for one in json.loads((out / "val.json").read_text())} == AGREED
    summary = settle_file(out / "raw_annotation.csv", tmp_path / "settled.csv", tolerance=1)
    assert (summary.rows, summary.agreed, summary.discarded, summary.pairs_with_a_worker_twice) == (16, 3, 2, 1)
    with (tmp_path / "settled.csv").open() as file:
        assert {int(row["pair_id"]): int(row["relevance"]) for row in csv.DictReader(file)} == AGREED
    assert "The scores were collected elsewhere" in (out / "README.md").read_text()
    assert (out / CHECK).is_file()
    assert (out / "qrels_by_rater" / "val.a.qrels").read_text().count("\n") == 5  # once a pair, though scored twice


def test_an_export_is_an_archive_again(archive: Campaign, tmp_path: Path) -> None:
    """Raw scores that describe their pairs need no labels, and the discarded pairs come along."""
    export_labels(campaign=archive, out=tmp_path / "out", formats=("tvr", "raw"), partial=True)
    make_campaign("again", protocol=Protocol(batch_size=2, window=1))
    before = verdicts()
    done = imported(tmp_path / "out" / "val.json", tmp_path / "out" / "raw_annotation.csv", slug="again")
    assert (done["pairs"], done["agreed"], done["discarded"], done["labels_that_differ"]) == (5, 3, 2, 0)
    assert verdicts() == before


def test_reports_what_if_and_agreement_count_archive_scores(archive: Campaign) -> None:
    counts = report_counts(archive)
    assert counts.ended == {"agreed": 3, "discarded": 2}
    assert counts.ranges == {(2, 3): 1, (1, 3): 1, (0, 4): 2, (1, 4): 1}
    same = what_if(archive, {"tolerance": 1})
    assert (same.changes_nothing, same.pairs) == (True, 6)
    strict = what_if(archive, {"tolerance": 0})
    assert strict.moves[3, "second round wanted"] == 1
    assert what_if(archive, {"tolerance": 2}).moves["discarded", 3] == 1
    columns = archive_columns(archive)
    assert columns.raters == ("a", "b", "c", "d")
    assert len(columns.pair) == 15  # one repeat of a worker and the undecided pair left out


def test_pages_of_an_archive_are_there(client, archive: Campaign) -> None:
    from tests.console.scenes import sign_in_admin

    sign_in_admin(client)
    for page in ("campaign", "review", "agreement", "what-if", "report", "exports", "people", "corpus", "queries/7"):
        assert (page, client.get(f"/c/films/{page}/").status_code) == (page, 200)


def test_scored_pairs_that_no_file_describes_are_refused_or_kept_under_stand_ins(tmp_path: Path) -> None:
    make_campaign(protocol=Protocol(batch_size=2, window=1))
    labels, raw = write_labels(tmp_path, pairs=(0, 4, 5)), write_raw(tmp_path)
    with pytest.raises(CommandError, match="no file describes 3 pairs that have scores, the first is pair 1"):
        imported(labels, raw)
    assert (Campaign.objects.get().status, Moment.objects.count()) == ("draft", 0)
    done = imported(labels, raw, stand_ins=True)
    assert (done["pairs"], done["stand_ins"], done["queries"]) == (6, 3, 3)
    beside = Pair.objects.get(number=1)
    assert (beside.query.query_id, beside.rank, beside.moment.caption) == (7, 2, "(not in the files)")
    assert Pair.objects.get(number=2).query.text == "(not in the files) pairs 2 to 3"


def test_labels_alone_are_pairs_without_verdicts(tmp_path: Path) -> None:
    make_campaign(protocol=Protocol(batch_size=10, window=1))
    done = imported(write_labels(tmp_path, name="test.json"))
    assert (done["pairs"], done["unscored"], done["agreed"], Query.objects.first().split) == (6, 6, 0, "test")


def test_moments_that_the_campaign_has_are_used(tmp_path: Path) -> None:
    from moments.corpus.files.moment_file import GivenMoment
    from moments.corpus.files.values import Place

    campaign = make_campaign(protocol=Protocol(batch_size=10, window=1))
    row = GivenMoment(Place("x", 1), "film_0", 60.0, 0.0, 1.5, "somebody 0", "vt", 90)
    import_moments(campaign=campaign, rows=[row])
    assert imported(write_labels(tmp_path), write_raw(tmp_path))["moments"] == 5
    assert (Pair.objects.get(number=0).moment.desc_id, Pair.objects.get(number=1).moment.desc_id) == (90, 91)


def test_two_pairs_of_a_query_on_the_same_stretch_are_two_moments(tmp_path: Path) -> None:
    make_campaign()
    twins = [label(pair, timestamp=[1, 2], caption="same", video_name="f", query_id=1, query="q") for pair in (0, 1)]
    (tmp_path / "val.json").write_text(json.dumps(twins))
    assert imported(tmp_path / "val.json")["moments"] == 2


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"relevance": 5}, "line 2: relevance: expected an integer 0 to 4, got 5"),
        ({"timestamp": [3]}, "line 2: timestamp: expected"),
        ({"timestamp": [50, 70]}, "line 2: end 70 is after the end of the video \\(60\\)"),
        ({"duration": 61.0, "video_name": "film_0"}, "line 2: duration: 61, but an earlier line has 60 for this video"),
        ({"query": "other"}, "line 2: query 7 has a different text on an earlier line"),
        ({"pair_id": 0}, "line 2: pair 0 has a different description in .* line 1"),
        ({"similarity": 1.5}, "line 2: similarity: expected -1 to 1, got 1.5"),
    ],
)
def test_a_wrong_label_is_refused_by_line_and_nothing_is_added(tmp_path: Path, change, problem: str) -> None:
    make_campaign()
    path = tmp_path / "val.json"
    path.write_text("[" + json.dumps(label(0)) + ",\n" + json.dumps(label(1) | change) + "]")
    with pytest.raises(CommandError, match=problem):
        imported(path)
    assert (Moment.objects.count(), Campaign.objects.get().status) == (0, "draft")


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("0,a,5", "line 2: relevance: expected an integer 0 to 4, got 5"),
        ("x,a,1", "line 2: pair_id: expected a whole number"),
        ("0,../../etc,1", "line 2: worker: expected a pseudonym"),
        ("0,ann@example.org,1", "line 2: worker: expected a pseudonym"),
        ("0,a", "line 2: has 2 fields"),
    ],
)
def test_a_wrong_raw_score_is_refused_by_line(tmp_path: Path, row: str, problem: str) -> None:
    make_campaign()
    path = tmp_path / "raw.csv"
    path.write_text(f"pair_id,worker,relevance\n{row}\n")
    with pytest.raises(CommandError, match=problem):
        imported(path)


def test_only_an_empty_draft_becomes_an_archive(tmp_path: Path) -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=1)
    with pytest.raises(CommandError, match="has candidates or seats"):
        imported(write_labels(tmp_path))
    Campaign.objects.update(status="open")
    with pytest.raises(CommandError, match="is open; only a draft can become an archive"):
        imported(write_labels(tmp_path))


def test_a_query_deeper_than_two_batches_is_refused(tmp_path: Path) -> None:
    make_campaign(protocol=Protocol(batch_size=1, window=1))
    with pytest.raises(
        CommandError, match="query 7 has 4 pairs but the protocol allows 2 batches of 1; run set_protocol"
    ):
        imported(write_labels(tmp_path))
