"""The report as a folder: every figure drawn, whole or not at all, the same bytes again, nothing of bad input."""

import csv
import io
import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from PIL import Image

from annotator.models import Score, Seat
from consensus.models import Decision
from consensus.pairs.services.adjudicating import adjudicate_pair
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.report.counts import BatchBorder
from consensus.report.drawing import ROOT
from consensus.report.selectors.counts import report_counts
from consensus.review.services.reviewing import decide_batch
from moments.models import Campaign, Pair
from moments.protocol import Protocol
from tests.built_once import built_once
from tests.factories import NOW, make_campaign, make_member, make_query, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db
PLOTS = {
    "verdicts",
    "mean_by_similarity",
    "levels_by_similarity",
    "similarity_one",
    "mean_by_rank",
    "levels_by_rank",
    "score_ranges",
    "query_length",
    "moment_duration",
    "video_duration",
    "moment_share",
    "relevant_moments",
}
LEVELS_BY_RANK = {1: (3, 4), 2: (2, 2), 3: (0, 1), 4: (0, 3)}


def made(slug: str, out: Path) -> dict[str, str]:
    stream = io.StringIO()
    call_command("campaign_report", slug, "--out", str(out), "--json", stdout=stream)
    return json.loads(stream.getvalue())


def refused(slug: str, out: Path) -> str:
    with pytest.raises(CommandError) as error:
        call_command("campaign_report", slug, "--out", str(out))
    return str(error.value)


@built_once
def decided_campaign() -> Campaign:
    """Ranks 1, 2, 3 agreed on 4, 2, 1; the two scores of rank 4 do not agree, and nobody else is there."""
    campaign, members = opened_campaign(pairs=4)
    score_all(members, lambda pair, member: LEVELS_BY_RANK[pair.rank][member.pk == members[1].pk])
    settle(campaign)
    return campaign


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_report_holds_figures_tables_and_one_page_and_is_the_same_again(tmp_path: Path) -> None:
    campaign = decided_campaign()
    out = tmp_path / "report"
    sentences = made(campaign.slug, out)
    assert sentences["similarity_one"] == "Of 1 agreed pair with a similarity of 1, 0 (0.00%) are not perfect."
    first = contents(out)
    assert {name for name in first if name.startswith("figures/")} == {
        f"figures/{plot}.{kind}" for plot in PLOTS for kind in ("svg", "png")
    }
    for name, content in first.items():
        if name.endswith(".svg"):
            root = ET.fromstring(content)
            assert root.get("aria-label")
            assert "currentColor" in content.decode()
        if name.endswith(".png"):
            assert len(Image.open(io.BytesIO(content)).convert("RGB").getcolors(maxcolors=1 << 20)) > 10
    rows = list(csv.reader(io.StringIO(first["tables/relevance_by_rank.csv"].decode())))
    assert [row[:3] for row in rows[1:]] == [["1", "1", "4.00"], ["2", "1", "2.00"], ["3", "1", "1.00"]]
    page = first["report.html"].decode()
    assert page.count("<svg") == len(PLOTS)
    assert "unfinished (1 pairs without a verdict)" in page
    assert not any(sign in page for sign in ("<script", "<img", "<link", "src=", "url("))
    made(campaign.slug, out)
    assert contents(out) == first


@built_once
def discarded_campaign() -> Campaign:
    """Two of four people give 0 to every pair, two 4: the rule discards all three."""
    campaign, members = opened_campaign(people=4, pairs=3)
    for after_s in (61, 122):
        score_all(members, lambda pair, member: 4 * (member.pk % 2))
        settle(campaign, after_s=after_s)
    return campaign


def test_of_discarded_pairs_alone_the_report_draws_what_needs_no_relevance(tmp_path: Path) -> None:
    campaign = discarded_campaign()
    out = tmp_path / "report"
    sentences = made(campaign.slug, out)
    assert sentences["verdicts"].startswith("Of 3 decided pairs, 0 agreed: ")
    none = "No decided pair has an agreed relevance, so there is nothing to show here."
    assert {name for name, text in sentences.items() if text == none} == {
        "relevance_by_similarity",
        "similarity_one",
        "relevance_by_rank",
    }
    first = contents(out)
    assert {name for name in first if name.endswith(".png")} == {
        f"figures/{plot}.png"
        for plot in (
            "verdicts",
            "score_ranges",
            "query_length",
            "moment_duration",
            "video_duration",
            "moment_share",
        )
    }
    assert b"discarded,3,100.00" in first["tables/verdicts.csv"]
    assert first["tables/score_ranges.csv"].splitlines()[1] == b"0,0.00,0.00,0.00,0.00,100.00"
    assert len(first["tables/relevance_by_rank.csv"].splitlines()) == 1
    dataset = first["tables/dataset.csv"].decode().splitlines()
    assert [line.split(",")[1:3] for line in dataset[1:]] == [
        ["query length (words)", "1"],
        ["moment duration (s)", "3"],
        ["video duration (s)", str(campaign.pairs.values("moment__video").distinct().count())],
        ["moment / video duration (%)", "3"],
    ]
    assert "everything else covers the decided pairs" in sentences["dataset"]
    page = first["report.html"].decode()
    assert (page.count("<svg"), page.count("<table"), page.count(none)) == (6, 4, 3)


def test_a_pair_that_a_lead_adjudicated_has_no_agreed_relevance(tmp_path: Path) -> None:
    campaign = discarded_campaign()
    pair = campaign.pairs.select_related("campaign", "query").get(rank=1)
    adjudicate_pair(pair=pair, relevance=4, actor="L1", reason="plainly so", now=NOW)
    counts = report_counts(campaign)
    assert (counts.ended, counts.by_rank) == ({"discarded": 2, "adjudicated": 1}, {})
    assert [line.agreed for line in counts.queries] == [(0, 0, 0, 0, 0)]


def test_withdrawn_pairs_alone_make_a_report_without_score_ranges(tmp_path: Path) -> None:
    campaign, _ = opened_campaign(pairs=2)
    pair = campaign.pairs.select_related("campaign", "query", "batch").get(rank=1)
    withdraw_pair(pair=pair, actor="L1", reason="clip broken", now=NOW)
    sentences = made(campaign.slug, tmp_path / "report")
    assert sentences["score_ranges"] == "No verdict of the rule is based on scores, so there are no ranges."
    assert "withdrawn 100.00%" in sentences["verdicts"]


def test_an_undecided_campaign_is_refused_by_name_and_writes_nothing(tmp_path: Path) -> None:
    opened_campaign()
    assert refused("films", tmp_path / "out") == "campaign 'films' has no decided pairs, so there is nothing to report"
    make_campaign("empty")
    assert "there is nothing to report" in refused("empty", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_no_report_is_left_as_it_is(tmp_path: Path) -> None:
    campaign = decided_campaign()
    call_command("export_labels", campaign.slug, "--out", str(tmp_path / "labels"), "--partial", stdout=io.StringIO())
    before = contents(tmp_path)
    assert refused(campaign.slug, tmp_path / "labels").endswith("contains other files; a report replaces only a report")
    assert "is inside another export" in refused(campaign.slug, tmp_path / "labels/report")
    assert contents(tmp_path) == before


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    decided_campaign()
    (tmp_path / "file").write_text("mine")
    assert refused("films", tmp_path / "file").endswith("is a file; --out takes a folder")
    assert refused("films", Path("/proc/report")).startswith("/proc/report: ")


def test_similarities_fall_into_their_bins_and_one_stands_alone() -> None:
    campaign = decided_campaign()
    for rank, similarity in {1: 1.0, 2: 0.999999, 3: 0.15}.items():
        Pair.objects.filter(campaign=campaign, rank=rank).update(similarity=similarity)
    assert report_counts(campaign).by_bin == {(20, 4): 1, (19, 2): 1, (3, 1): 1}
    Pair.objects.filter(campaign=campaign, rank=3).update(similarity=-0.01)
    assert (-1, 1) in report_counts(campaign).by_bin


@pytest.mark.parametrize("queries", [1, 3])
def test_counting_takes_as_many_sql_queries_for_more_rows(queries: int, django_assert_num_queries) -> None:
    campaign, members = opened_campaign(queries=queries, pairs=3)
    score_all(members)
    settle(campaign)
    make_query(campaign, pairs=2)
    with django_assert_num_queries(9):
        counts = report_counts(campaign)
    assert (counts.ended, len(counts.queries), len(counts.moments)) == (
        {"agreed": 3 * queries},
        queries,
        3 * queries,
    )


@pytest.mark.once
def test_the_platform_starts_without_the_chart_library_and_sparse_matrices() -> None:
    code = (
        "import os, sys, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'; django.setup(); "
        "import config.urls, consensus.report.services.orders; "
        "print({'altair', 'vl_convert', 'scipy.sparse'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_the_border_between_batches_is_found_with_who_scored_on_each_side() -> None:
    campaign, members = opened_campaign(pairs=4, protocol=Protocol(batch_size=2, window=2))
    score_all(members, 2)
    settle(campaign)
    assert report_counts(campaign).border is None
    review = campaign.reviews.get()
    decide_batch(review=review, decision=Decision.EXTEND, actor="lead", note="", now=NOW)
    assert report_counts(campaign).border == BatchBorder(3, 1, 2.0, None, 0, 0)
    score_all(members, 3)
    settle(campaign, after_s=400)
    assert report_counts(campaign).border == BatchBorder(3, 1, 2.0, 3.0, 1, 0)
    second = Score.objects.filter(seat__pair__batch__number=2, annotator=members[0])
    other = make_member(campaign)
    Seat.objects.filter(scores__in=second).update(annotator=other)
    second.update(annotator=other)
    assert report_counts(campaign).border == BatchBorder(3, 1, 2.0, 3.0, 1, 1)
