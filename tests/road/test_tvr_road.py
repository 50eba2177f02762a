"""The whole road on TVR's validation file: import to verified export, by the commands."""

from __future__ import annotations

import csv
import io
import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from annotator.models import Score, Seat
from consensus.decisions.selectors.verdicts import final_scores
from consensus.export.formats.registry import FORMATS
from consensus.models import BatchReview, Decision, Verdict
from consensus.simulation.figures import kappa_of
from moments.models import Campaign, Moment, Pair
from tests.consensus.export.scenes import lines_in, trec
from tests.consensus.export.test_tools import ndcg
from tests.factories import make_admin

pytestmark = [pytest.mark.real_data, pytest.mark.django_db, pytest.mark.long]

LEAST_IOU = 0.3  # of those that an evaluation without options asks for


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


@pytest.mark.filterwarnings("ignore")  # others' packages warn of what is theirs
def test_a_hundred_queries_go_from_descriptions_to_a_benchmark(tvr: Path, tmp_path: Path, client, monkeypatch) -> None:
    run("create_campaign", "tvr", "--follow-suggestions", "--seed", 1)
    run("import_moments", "tvr", tvr, "--types", "v")
    run("sample_queries", "tvr", "--split", "val", "--count", 100, "--seed", 1)
    assert json.loads(run("rank_candidates", "tvr", "--json"))["pairs"] == 4000
    run("open_campaign", "tvr", "--allow-missing-clips")
    run("simulate_annotators", "tvr", "--annotators", 23, "--seed", 1)
    assert run("verify_campaign", "tvr").strip() == "tvr: 0 breaches"
    report = json.loads(
        run("export_labels", "tvr", "--out", tmp_path / "out", "--formats", ",".join(FORMATS), "--json")
    )
    run("settle_scores", tmp_path / "out/raw_annotation.csv", "--out", tmp_path / "again.csv")
    with (tmp_path / "again.csv").open(newline="", encoding="utf-8") as file:
        again = {int(row["pair_id"]): int(row["relevance"]) for row in csv.DictReader(file)}
    labels = json.loads((tmp_path / "out/val.json").read_text(encoding="utf-8"))
    assert again == {label["pair_id"]: label["relevance"] for label in labels}
    assert (report["val.json"], report["raw_annotation.csv"]) == (len(labels), Score.objects.count())
    _looks_like_the_published_campaign(Campaign.objects.get())
    _every_tool_finds_the_same(tmp_path / "out", len(labels), monkeypatch)
    _the_references_stand_on_their_page(client)


def _every_tool_finds_the_same(out: Path, labels: int, monkeypatch) -> None:
    import datasets
    import ir_measures
    import mlcroissant
    import pytrec_eval
    import ranx

    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", out.parent / "cache")
    assert len(datasets.load_dataset(str(out), "labels", split="val")) == labels
    assert not mlcroissant.Dataset(jsonld=str(out / "croissant.json")).metadata.issues.errors
    out = _where_the_measures_coincide(out)
    linear = ndcg(out, 10, "linear")
    qrels, run = str(out / "val.qrels"), str(out / "similarity/val.trec")
    found = ranx.evaluate(
        ranx.Qrels.from_file(qrels, kind="trec"), ranx.Run.from_file(run, kind="trec"), ["ndcg@10", "ndcg_burges@10"]
    )
    assert found == pytest.approx({"ndcg@10": linear, "ndcg_burges@10": ndcg(out, 10, "exp")}, abs=1e-9)
    judged, asked = ir_measures.read_trec_qrels(qrels), ir_measures.nDCG @ 10
    assert ir_measures.calc_aggregate([asked], judged, ir_measures.read_trec_run(run))[asked] == pytest.approx(linear)
    graded, scored = trec(lines_in(Path(qrels)), 3), trec(lines_in(Path(run)), 4)
    values = pytrec_eval.RelevanceEvaluator(graded, {"ndcg_cut.10"}).evaluate(scored).values()
    assert sum(value["ndcg_cut_10"] for value in values) / len(values) == pytest.approx(linear)


def _iou(one: list[float], other: list[float]) -> float:
    both = max(0.0, min(one[1], other[1]) - max(one[0], other[0]))
    return both / (one[1] - one[0] + other[1] - other[0] - both)


def _where_the_measures_coincide(out: Path) -> Path:
    """The queries without a labelled moment that another candidate matches: plain nDCG gives every moment its own
    relevance, matching by IoU gives a prediction the best of those that it covers."""
    labels = json.loads((out / "val.json").read_text(encoding="utf-8"))
    run = json.loads((out / "similarity/val.json").read_text(encoding="utf-8"))
    labelled = {(label["query_id"], label["video_name"], *label["timestamp"]) for label in labels}
    overlapping = {
        int(query)
        for query, predictions in run.items()
        for one, other in itertools.permutations(predictions, 2)
        if one["video_name"] == other["video_name"]
        and _iou(one["timestamp"], other["timestamp"]) >= LEAST_IOU
        and (int(query), one["video_name"], *one["timestamp"]) in labelled
    }
    kept = {label["query_id"] for label in labels} - overlapping
    assert len(kept) >= 50
    some = out.parent / "some"
    (some / "similarity").mkdir(parents=True)
    (some / "val.json").write_text(json.dumps([label for label in labels if label["query_id"] in kept]))
    (some / "similarity/val.json").write_text(json.dumps({query: run[query] for query in run if int(query) in kept}))
    for name in ("val.qrels", "similarity/val.trec"):
        lines = [line for line in lines_in(out / name) if int(line.split()[0]) in kept]
        (some / name).write_text("\n".join(lines) + "\n")
    return some


def _the_references_stand_on_their_page(client) -> None:
    run("score_runs", "--renew", "tvr")
    client.force_login(make_admin())
    standing = {row.run.name: row for row in client.get("/c/tvr/runs/").context["rows"]}
    assert sorted(standing) == ["reference: oracle", "reference: random", "reference: similarity"]
    means = {name.removeprefix("reference: "): row.values[0].mean for name, row in standing.items()}
    assert 0 < means["random"] < means["similarity"] < means["oracle"] == 1
    pair = {"a": standing["reference: similarity"].run.number, "b": standing["reference: oracle"].run.number}
    page = client.get("/c/tvr/runs/compare/", pair)
    assert len(page.context["pairing"].differences()) > 0
    assert page.context["page"].paginator.count == 100


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
