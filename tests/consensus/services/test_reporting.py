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

from consensus.report.drawing import ROOT
from consensus.selectors.report_counts import report_counts
from moments.models import Campaign, Pair
from tests.factories import make_campaign, make_query, opened_campaign, score_all, settle

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
    said = made(campaign.slug, out)
    assert said["similarity_one"] == "Of 1 agreed pair with a similarity of 1, 0 (0.00%) are not perfect."
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


def test_an_undecided_campaign_is_refused_by_name_and_writes_nothing(tmp_path: Path) -> None:
    opened_campaign()
    assert refused("films", tmp_path / "out") == (
        "campaign 'films' has no decided pair with a relevance; there is nothing to report"
    )
    make_campaign("empty")
    assert "there is nothing to report" in refused("empty", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_no_report_is_left_as_it_is(tmp_path: Path) -> None:
    campaign = decided_campaign()
    call_command("export_labels", campaign.slug, "--out", str(tmp_path / "labels"), "--partial", stdout=io.StringIO())
    before = contents(tmp_path)
    assert refused(campaign.slug, tmp_path / "labels").endswith("holds other files; a report replaces only a report")
    assert "lies inside another export" in refused(campaign.slug, tmp_path / "labels/report")
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
    with django_assert_num_queries(7):
        counts = report_counts(campaign)
    assert (counts.ended, len(counts.queries), len(counts.moments)) == (
        {"agreed": 3 * queries},
        queries,
        3 * queries,
    )


def test_the_platform_never_loads_the_chart_library() -> None:
    code = (
        "import os, sys, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'; django.setup(); "
        "import config.urls, consensus.tasks; print({'altair', 'vl_convert'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
