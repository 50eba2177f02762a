"""The similarity run, and the scores that an evaluator must find for it."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from consensus.export.folder import Folder
from consensus.export.formats.check import write_check
from evaluation.cli.evaluate import add_options, evaluate
from evaluation.reading.labels import read_labels
from evaluation.scoring.reference_runs import reference_run, write_run
from moments.models import Pair
from tests.consensus.export.scenes import export, graded_campaign, labels_in, lines_in
from tests.factories import make_query, opened_campaign

pytestmark = pytest.mark.django_db


def evaluated(out: Path, split: str, run: Path | None = None, *options: str | Path) -> dict:
    from argparse import ArgumentParser

    parser = ArgumentParser()
    add_options(parser)
    arguments = [
        "--labels",
        out / f"{split}.json",
        "--run",
        run or out / f"similarity/{split}.json",
        "--json",
        *options,
    ]
    printed: list[str] = []
    evaluate(vars(parser.parse_args(list(map(str, arguments)))), printed.append)
    return json.loads(printed[0])


def test_the_expected_scores_are_those_of_the_evaluator_to_the_last_digit(tmp_path: Path) -> None:
    campaign = graded_campaign(queries=4)
    shared = campaign.pairs.get(number=1).moment
    Pair.objects.filter(number=9).update(similarity=0.2)  # the run's order is not that of the ranks
    Pair.objects.filter(number=10).update(moment=shared)  # and one moment is a candidate of two queries
    export(campaign, tmp_path / "out", formats=["tvr", "beir"])
    expected = json.loads((tmp_path / "out/similarity/expected_scores.json").read_text())
    ours = evaluated(tmp_path / "out", "val")
    assert list(expected) == ["val"]
    assert expected["val"]["measures"] == ours["measures"]
    moments = ("--moments", tmp_path / "out/beir/corpus.jsonl")
    assert (
        evaluated(tmp_path / "out", "val", tmp_path / "out/similarity/val.trec", *moments)["measures"]
        == ours["measures"]
    )
    assert expected["val"]["queries"] == ours["queries"] == 4
    assert expected["val"]["settings"]["ks"] == [10, 20, 40]
    assert expected["val"]["settings"]["ious"] == [0.3, 0.5, 0.7]


def test_the_run_holds_every_pair_of_each_query_most_similar_first(tmp_path: Path) -> None:
    campaign = graded_campaign(queries=2)
    Pair.objects.filter(query__query_id=1, rank=6).update(similarity=1.0)
    export(campaign, tmp_path / "out")
    run = json.loads((tmp_path / "out/similarity/val.json").read_text())
    assert {query: len(found) for query, found in run.items()} == {"1": 6, "2": 6}
    assert [one["score"] for one in run["1"]] == [1.0, 1.0, 0.99, 0.98, 0.97, 0.96]
    documents = [line.split(" ")[2] for line in lines_in(tmp_path / "out/similarity/val.trec")[:6]]
    ranks = dict(campaign.pairs.filter(query__query_id=1).values_list("moment__desc_id", "rank"))
    assert [ranks[int(document)] for document in documents] == [1, 6, 2, 3, 4, 5]
    assert [line.split(" ")[4] for line in lines_in(tmp_path / "out/similarity/val.trec")[:6]] == list("654321")


def test_a_retired_query_stands_in_no_run(tmp_path: Path) -> None:
    campaign = graded_campaign(queries=2)
    campaign.queries.filter(query_id=2).update(retired_at=campaign.opened_at)
    export(campaign, tmp_path / "out")
    assert list(json.loads((tmp_path / "out/similarity/val.json").read_text())) == ["1"]
    assert [json.loads(line)["_id"] for line in lines_in(tmp_path / "out/beir/queries.jsonl")] == ["1"]


def test_without_labels_there_are_no_measures(tmp_path: Path) -> None:
    campaign, _ = opened_campaign(pairs=3)
    export(campaign, tmp_path / "out", partial=True)
    expected = json.loads((tmp_path / "out/similarity/expected_scores.json").read_text())
    assert (expected["val"]["queries"], expected["val"]["measures"]) == (0, {})
    assert labels_in(tmp_path / "out") == []


def test_how_to_check_an_evaluator_is_said_in_five_steps(tmp_path: Path) -> None:
    export(graded_campaign(queries=1), tmp_path / "out", ["tvr"])
    text = (tmp_path / "out/CHECK.md").read_text(encoding="utf-8")
    steps = [line for line in text.splitlines() if line[:1].isdigit()]
    assert [line[:3] for line in steps] == ["1. ", "2. ", "3. ", "4. ", "5. "]
    command = steps[3].split("`")[1].removeprefix("python -m evaluation ").split()
    paths = [str(tmp_path / "out" / word) if word.endswith(".json") else word for word in command]
    call_command("evaluate_run", *paths)
    assert "The IoU thresholds are 0.3, 0.5 and 0.7" in text
    assert "`pip install ./evaluation`" in text
    assert "orders only the labelled moments" in text
    assert "`CHECK.md` explains how" in (tmp_path / "out/README.md").read_text(encoding="utf-8")


def test_the_run_of_an_export_and_the_reference_run_are_two(tmp_path: Path) -> None:
    campaign = graded_campaign(queries=1)
    Pair.objects.filter(number=2).update(similarity=1.0)  # discarded: in the export's run, in no reference run
    export(campaign, tmp_path / "out", ["tvr"])
    ours = evaluated(tmp_path / "out", "val")["measures"]["NDCG@10,IoU>=0.5"]
    write_run(reference_run(read_labels(tmp_path / "out/val.json"), "similarity"), tmp_path / "reference.json")
    reference = evaluated(tmp_path / "out", "val", tmp_path / "reference.json")["measures"]["NDCG@10,IoU>=0.5"]
    assert ours < reference


def test_the_examples_name_a_split_that_has_labels(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.rows = {"exam.json": 0, "val.json": 3}
    write_check(folder, ["exam", "val"])
    assert "--labels val.json" in (tmp_path / "CHECK.md").read_text(encoding="utf-8")


def test_without_labels_there_is_nothing_to_check(tmp_path: Path) -> None:
    campaign, _ = opened_campaign(pairs=3)
    export(campaign, tmp_path / "out", ["tvr"], partial=True)
    assert "nothing to check" in (tmp_path / "out/CHECK.md").read_text(encoding="utf-8")


def test_without_json_labels_there_is_no_run(tmp_path: Path) -> None:
    campaign = graded_campaign(queries=1)
    make_query(campaign, pairs=1)
    export(campaign, tmp_path / "out", ["qrels"])
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {
        "val.qrels",
        "qrels_by_rater",
        "unjudged.jsonl",
        "adjudicated.json",
        "README.md",
        "croissant.json",
        "manifest.json",
    }
    assert "CHECK.md" not in (tmp_path / "out/README.md").read_text(encoding="utf-8")
