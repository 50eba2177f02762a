"""The whole road on TVR's validation file: import to verified export, by the commands."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from annotator.models import Score, Seat
from consensus.models import BatchReview, Decision, Verdict
from consensus.selectors.settling import final_scores
from consensus.simulation.figures import kappa_of
from moments.models import Campaign, Moment, Pair

pytestmark = [pytest.mark.real_data, pytest.mark.django_db]


def run(name: str, *arguments: object) -> str:
    out = io.StringIO()
    call_command(name, *map(str, arguments), stdout=out)
    return out.getvalue()


@pytest.fixture
def tvr(real_data: Path) -> Path:
    return real_data / "tvr/tvr_val_release.jsonl"


def test_the_file_is_imported_once(tvr: Path) -> None:
    run("create_campaign", "tvr")
    first = json.loads(run("import_moments", "tvr", tvr, "--types", "v", "--json"))
    again = json.loads(run("import_moments", "tvr", tvr, "--types", "v", "--json"))
    assert (first["added"], again["added"], again["moments"]) == (8097, 0, 8097)


@pytest.mark.parametrize("line", [1, 5000, 10_895])
def test_broken_at_any_line_it_adds_nothing_and_names_the_line(tvr: Path, tmp_path: Path, line: int) -> None:
    lines = tvr.read_text(encoding="utf-8").splitlines()
    lines[line - 1] = lines[line - 1][:-5]
    broken = tmp_path / "broken.jsonl"
    broken.write_text("\n".join(lines), encoding="utf-8")
    run("create_campaign", "tvr")
    with pytest.raises(CommandError, match=f"broken.jsonl line {line}: is not JSON"):
        run("import_moments", "tvr", broken)
    assert not Moment.objects.exists()


def test_a_hundred_queries_go_from_descriptions_to_a_verified_dataset(tvr: Path, tmp_path: Path) -> None:
    run("create_campaign", "tvr", "--follow-suggestions", "--seed", 1)
    run("import_moments", "tvr", tvr, "--types", "v")
    run("sample_queries", "tvr", "--split", "val", "--count", 100, "--seed", 1)
    assert json.loads(run("rank_candidates", "tvr", "--json"))["pairs"] == 4000
    run("open_campaign", "tvr", "--allow-missing-clips")
    run("simulate_annotators", "tvr", "--annotators", 23, "--seed", 1)
    assert run("verify_campaign", "tvr").strip() == "tvr: 0 breaches"
    report = json.loads(run("export_labels", "tvr", "--out", tmp_path / "out", "--json"))
    run("settle_scores", tmp_path / "out/raw_annotation.csv", "--out", tmp_path / "again.csv")
    with (tmp_path / "again.csv").open(newline="", encoding="utf-8") as file:
        again = {int(row["pair_id"]): int(row["relevance"]) for row in csv.DictReader(file)}
    labels = json.loads((tmp_path / "out/val.json").read_text(encoding="utf-8"))
    assert again == {label["pair_id"]: label["relevance"] for label in labels}
    assert (report["val.json"], report["raw_annotation.csv"]) == (len(labels), Score.objects.count())
    _looks_like_the_published_campaign(Campaign.objects.get())


def _looks_like_the_published_campaign(campaign: Campaign) -> None:
    """One seed lies further from the mean than twenty; the bounds are three standard deviations wide."""
    pairs = Pair.objects.filter(batch__isnull=False)
    escalated = Seat.objects.filter(round=2).values("pair").distinct().count() / pairs.count()
    discarded = Verdict.objects.filter(kind="discarded").count() / pairs.count()
    extended = BatchReview.objects.filter(decision=Decision.EXTEND).count() / 100
    first_two = np.array([[score.relevance for score in scores[:2]] for scores in final_scores(pairs).values()])
    kappa = kappa_of(first_two[:, 0], first_two[:, 1])
    assert 0.14 <= escalated <= 0.22
    assert 0.01 <= discarded <= 0.03
    assert 0.32 <= extended <= 0.62
    assert 0.18 <= kappa <= 0.34
    couples = Seat.objects.filter(round=1).values("pair__batch", "annotator").distinct().count()
    assert couples == 2 * pairs.values("batch").distinct().count()
