"""What others' tools read in an export, and that their numbers are ours where the measures coincide."""

import csv
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml
from django.db import transaction

from consensus.export.services.card import set_dataset_card
from tests.consensus.export.scenes import export, graded_campaign, labels_in, lines_in, trec
from tests.factories import NOW, opened_campaign

# Others' packages warn of what is theirs.
pytestmark = [pytest.mark.django_db, pytest.mark.filterwarnings("ignore"), pytest.mark.slow]


@pytest.fixture(scope="module")
def out(tmp_path_factory, django_db_setup, django_db_blocker) -> Path:
    """One export, which every tool reads; the database forgets it."""
    folder = tmp_path_factory.mktemp("exports") / "out"
    with django_db_blocker.unblock(), transaction.atomic():
        export(graded_campaign(), folder)
        transaction.set_rollback(True)
    return folder


@pytest.fixture
def offline(tmp_path: Path, monkeypatch) -> Any:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    import datasets

    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    return datasets


def ndcg(out: Path, k: int, gain: str) -> float:
    from argparse import ArgumentParser

    from evaluation.cli.evaluate import add_options, evaluate

    parser = ArgumentParser()
    add_options(parser)
    files = ["--labels", str(out / "val.json"), "--run", str(out / "similarity/val.json")]
    printed: list[str] = []
    evaluate(vars(parser.parse_args([*files, "--json", "--k", str(k), "--gain", gain])), printed.append)
    measures = json.loads(printed[0])["measures"]
    assert len({measures[f"NDCG@{k},IoU>={iou}"] for iou in ("0.3", "0.5", "0.7")}) == 1
    return measures[f"NDCG@{k},IoU>=0.5"]


@pytest.mark.parametrize("k", [3, 10])
def test_trec_eval_finds_our_linear_ndcg(out: Path, k: int) -> None:
    import pytrec_eval

    qrels, run = trec(lines_in(out / "val.qrels"), 3), trec(lines_in(out / "similarity/val.trec"), 4)
    found = pytrec_eval.RelevanceEvaluator(qrels, {f"ndcg_cut.{k}"}).evaluate(run)
    mean = sum(values[f"ndcg_cut_{k}"] for values in found.values()) / len(found)
    assert mean == pytest.approx(ndcg(out, k, "linear"), abs=1e-12)


@pytest.mark.parametrize("k", [3, 10])
def test_ir_measures_finds_our_ndcg_with_either_gain(out: Path, k: int) -> None:
    import ir_measures

    qrels = list(ir_measures.read_trec_qrels(str(out / "val.qrels")))
    run = list(ir_measures.read_trec_run(str(out / "similarity/val.trec")))
    linear, exponential = ir_measures.nDCG @ k, ir_measures.nDCG(dcg="exp-log2") @ k
    found = ir_measures.calc_aggregate([linear, exponential], qrels, run)
    assert found[linear] == pytest.approx(ndcg(out, k, "linear"), abs=1e-12)
    assert found[exponential] == pytest.approx(ndcg(out, k, "exp"), abs=6e-6)  # it prints five decimals


@pytest.mark.parametrize("k", [3, 10])
def test_ranx_finds_our_ndcg_with_either_gain(out: Path, k: int) -> None:
    import ranx

    qrels = ranx.Qrels.from_file(str(out / "val.qrels"), kind="trec")
    run = ranx.Run.from_file(str(out / "similarity/val.trec"), kind="trec")
    found = ranx.evaluate(qrels, run, [f"ndcg@{k}", f"ndcg_burges@{k}"])
    assert found[f"ndcg@{k}"] == pytest.approx(ndcg(out, k, "linear"), abs=1e-9)
    assert found[f"ndcg_burges@{k}"] == pytest.approx(ndcg(out, k, "exp"), abs=1e-9)


def test_each_raters_qrels_are_read_by_the_same_tools(out: Path) -> None:
    import ir_measures

    with (out / "raw_annotation.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    files = sorted((out / "qrels_by_rater").iterdir())
    assert [path.name for path in files] == sorted(f"val.{worker}.qrels" for worker in {row["worker"] for row in rows})
    read = sum(len(list(ir_measures.read_trec_qrels(str(path)))) for path in files)
    assert read == len(rows)


@pytest.mark.parametrize("formats", [["parquet"], ["tvr"], ["parquet", "tvr", "raw"]])
def test_datasets_loads_the_labels_from_the_cards_configuration(tmp_path: Path, offline, formats) -> None:
    campaign = graded_campaign()
    export(campaign, tmp_path / "out", [*formats])
    export(campaign, tmp_path / "json", ["tvr"])
    loaded = offline.load_dataset(str(tmp_path / "out"), "labels", split="val")
    assert list(loaded) == labels_in(tmp_path / "json")


def test_datasets_loads_parquet_raw_scores_and_unjudged_pairs(out: Path, offline) -> None:
    loaded = offline.load_dataset("parquet", data_files={"val": str(out / "parquet/val.parquet")})
    assert list(loaded["val"]) == labels_in(out)
    raw = offline.load_dataset("csv", data_files=str(out / "raw_annotation.csv"), split="train")
    with (out / "raw_annotation.csv").open(newline="") as file:
        assert [str(row["worker"]) for row in raw] == [row["worker"] for row in csv.DictReader(file)]
    unjudged = offline.load_dataset("json", data_files=str(out / "unjudged.jsonl"), split="train")
    assert [row["outcome"] for row in unjudged] == ["discarded", "withdrawn"]


def test_an_export_without_labels_is_a_table_of_no_rows(tmp_path: Path, offline) -> None:
    campaign, _ = opened_campaign(pairs=2)
    export(campaign, tmp_path / "out", ["parquet"], partial=True)
    file = tmp_path / "out/parquet/val.parquet"
    assert offline.Features.from_arrow_schema(pq.read_schema(file))["relevance"].dtype == "int8"
    assert pq.read_table(file).to_pylist() == []


CARD = {
    "licence": "CC-BY-4.0",
    "licence_url": "https://creativecommons.org/licenses/by/4.0/",
    "citation": "@misc{films, title={Films}}",
    "creators": "Ada Byron; Grace Hopper",
    "homepage": "https://films.example.org/labels",
    "version": "1.0.0",
    "published_on": "2026-03-31",
    "description": 'Labels of films: "quoted", \u202eturned, 🎬\nand a second line.',
    "video_access": "Write to the archive.",
    "collection": "In one room.",
    "consent": "In writing.",
    "limits": "Films alone.",
}


@pytest.mark.parametrize("formats", [["tvr", "raw"], ["parquet", "raw", "qrels", "beir", "tvr"]])
def test_croissant_metadata_is_valid_and_its_records_can_be_read(tmp_path: Path, formats) -> None:
    import mlcroissant

    campaign = graded_campaign()
    set_dataset_card(campaign=campaign, fields=CARD, actor="admin", now=NOW)
    export(campaign, tmp_path / "out", formats)
    dataset = mlcroissant.Dataset(jsonld=tmp_path / "out/croissant.json")
    assert (dataset.metadata.issues.errors, dataset.metadata.issues.warnings) == (set(), set())
    assert dataset.metadata.license == [CARD["licence_url"]]
    labels = list(dataset.records("labels_val"))
    expected = labels_in(tmp_path / "out")
    assert [int(row["labels_val/relevance"]) for row in labels] == [label["relevance"] for label in expected]
    assert [row["labels_val/caption"].decode() for row in labels] == [label["caption"] for label in expected]
    assert [list(row["labels_val/timestamp"]) for row in labels] == [label["timestamp"] for label in expected]
    assert len(list(dataset.records("raw_scores"))) == 2 * len(expected) + 4
    assert len(list(dataset.records("score_details"))) == 2 * len(expected) + 4
    card = (tmp_path / "out/README.md").read_text(encoding="utf-8")
    assert "```bibtex\n@misc{films2026,\n  author = {Ada Byron and Grace Hopper}," in card
    assert "Ada Byron; Grace Hopper (2026)." in card
    assert [row["unjudged/pair_id"] for row in dataset.records("unjudged")] == [2, 18]


def test_croissant_metadata_is_valid_where_nothing_is_stated(tmp_path: Path) -> None:
    import mlcroissant

    export(graded_campaign(queries=1), tmp_path / "out")
    dataset = mlcroissant.Dataset(jsonld=tmp_path / "out/croissant.json")
    assert dataset.metadata.issues.errors == set()
    assert "example.org" not in (tmp_path / "out/croissant.json").read_text(encoding="utf-8")
    assert dataset.metadata.url is None


def test_the_cards_front_matter_is_yaml(tmp_path: Path) -> None:
    campaign = graded_campaign(queries=1)
    campaign.title = 'Films: "best" of\x85 \u202e🎬 #1'
    campaign.save()
    set_dataset_card(campaign=campaign, fields=CARD, actor="admin", now=NOW)
    export(campaign, tmp_path / "out")
    _, front, body = (tmp_path / "out/README.md").read_text(encoding="utf-8").split("---\n", 2)
    metadata = yaml.safe_load(front)
    assert (metadata["pretty_name"], metadata["license"]) == (campaign.title, "cc-by-4.0")
    assert [config["config_name"] for config in metadata["configs"]] == ["labels"]
    for stated in CARD.values():
        if stated not in (CARD["homepage"], CARD["creators"], CARD["published_on"], CARD["version"]):
            assert stated in body


@pytest.mark.parametrize(
    ("licence", "expected"),
    [
        ("", {"license": "unknown"}),
        ("mit", {"license": "mit"}),
        ("Our own: ask", {"license": "other", "license_name": "Our own: ask"}),
    ],
)
def test_a_licence_has_the_name_that_hubs_know(tmp_path: Path, licence: str, expected: dict[str, str]) -> None:
    campaign = graded_campaign(queries=1)
    set_dataset_card(campaign=campaign, fields={"licence": licence}, actor="admin", now=NOW)
    export(campaign, tmp_path / "out", ["tvr"])
    front = yaml.safe_load((tmp_path / "out/README.md").read_text(encoding="utf-8").split("---\n", 2)[1])
    assert {key: value for key, value in front.items() if key.startswith("license")} == expected
