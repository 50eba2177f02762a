"""Each layout is loaded where it is used: a perfect run scores 1, and chance stands beside it."""

from __future__ import annotations

import csv
import json
from argparse import ArgumentParser
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
import yaml
from django.db import transaction

from annotator.marking.segments import Segment
from consensus.labels.selectors.marked import marked_videos
from evaluation.cli.segments import add_segment_options, evaluate_segments
from tests.consensus.export.marking.scenes import entries, export, marked_campaign, objects
from tests.consensus.export.scenes import lines_in
from tests.consensus.export.test_tools import offline as offline

# Others' packages warn of what is theirs.
pytestmark = [pytest.mark.django_db, pytest.mark.filterwarnings("ignore"), pytest.mark.slow]
TASKS = ("ms", "ims", "ca", "vms")
POOLED = "momentseeker/test"
WINDOWS = "qvhighlights/test.jsonl"


@pytest.fixture(scope="module")
def exported(tmp_path_factory, django_db_setup, django_db_blocker) -> tuple[Path, dict[str, float]]:
    """One export, which every tool reads, and the chance of each question; the database forgets it."""
    out = tmp_path_factory.mktemp("exports") / "out"
    with django_db_blocker.unblock(), transaction.atomic():
        campaign = marked_campaign()
        export(campaign, out)
        chances = {name: use.chance for video in marked_videos(campaign) for name, use in video.pool.questions.items()}
        transaction.set_rollback(True)
    return out, chances


@pytest.fixture
def out(exported) -> Path:
    return exported[0]


def evaluated(labels: Path, run: Path, *options: str) -> dict[str, Any]:
    parser = ArgumentParser()
    add_segment_options(parser)
    given = parser.parse_args(["--labels", str(labels), "--run", str(run), "--json", *options])
    printed: list[str] = []
    evaluate_segments(vars(given), printed.append)
    found: dict[str, Any] = json.loads(printed[0])
    return found


def written(folder: Path, run: object, name: str = "run.json") -> Path:
    path = folder / name
    path.write_text(run if isinstance(run, str) else json.dumps(run))
    return path


@pytest.mark.parametrize("covering", ["neutral", "miss"])
def test_a_perfect_run_of_clips_scores_one_beside_chance(exported, tmp_path: Path, covering: str) -> None:
    out, chances = exported
    questions = [one for task in TASKS for one in entries(out, task)]
    run = {
        one["question_id"]: [
            {"clip": one["candidate_video_list"][place]["output_path"], "score": 1} for place in one["gt_indices"]
        ]
        for one in questions
    }
    found = evaluated(out / POOLED, written(tmp_path, run), "--k", "1", "5", "--covering", covering)
    assert list(found["tasks"]) == ["CA", "IMS", "MS", "VMS"]
    for part in (found["overall"], *found["tasks"].values()):
        assert {part["measures"][name] for name in ("R@1", "R@5", "R1,IoU>=0.7", "mIoU")} == {1.0}
    if covering == "neutral":
        own = [chances[one["question_id"]] for one in questions if one["task"] == "MS"]
        assert found["tasks"]["MS"]["chance"]["R@1"] == pytest.approx(mean(own))
        assert 0 < found["overall"]["chance"]["R@1"] < 0.5


def test_a_run_that_ranks_the_clips_that_count_neither_way_first_loses_nothing(out: Path, tmp_path: Path) -> None:
    run = {}
    for one in (one for task in TASKS for one in entries(out, task)):
        paths = [candidate["output_path"] for candidate in one["candidate_video_list"]]
        run[one["question_id"]] = [{"clip": paths[at], "score": 1} for at in one["ignored_indices"] + one["gt_indices"]]
    found = {how: evaluated(out / POOLED, written(tmp_path, run), "--covering", how) for how in ("neutral", "miss")}
    assert found["neutral"]["overall"]["measures"]["R@1"] == 1.0
    assert found["miss"]["overall"]["measures"]["R@1"] < 1.0


def test_a_perfect_run_of_windows_scores_one_beside_chance(out: Path, tmp_path: Path) -> None:
    lines = [
        {
            "qid": one["qid"],
            "vid": one["vid"],
            "pred_relevant_windows": [[*window, 1.0] for window in one["relevant_windows"]],
        }
        for one in objects(out / WINDOWS)
    ]
    run = written(tmp_path, "".join(f"{json.dumps(line)}\n" for line in lines), "run.jsonl")
    found = evaluated(out / WINDOWS, run)
    assert found["tasks"].keys() == {"MS", "IMS", "CA", "VMS"}
    for name in ("mAP,IoU>=0.5", "mAP,IoU>=0.75", "mAP,IoU>=0.5:0.95", "R1,IoU>=0.7", "mIoU"):
        assert found["overall"]["measures"][name] == 1.0
        assert found["overall"]["chance"][name] < 0.5


def test_what_qvhighlights_own_code_reads_fits_its_grid(out: Path) -> None:
    """Its training fills an array of one place for each whole clip of 2 s, and its evaluator fails on no window."""
    lines = objects(out / WINDOWS)
    assert len({one["qid"] for one in lines}) == len(lines)
    for one in lines:
        places = int(one["duration"] // 2)
        assert one["relevant_windows"] != []
        assert all(0 <= start < end <= one["duration"] for start, end in one["relevant_windows"])
        assert one["relevant_clip_ids"] == sorted(set(one["relevant_clip_ids"]))
        assert all(0 <= clip < places for clip in one["relevant_clip_ids"])
        assert [len(grades) for grades in one["saliency_scores"]] == [3] * len(one["relevant_clip_ids"])


def test_the_keys_of_the_authors_code_are_there(out: Path) -> None:
    """It asks for these texts, takes the folder before a frame for its video, and reads its times from its name."""
    for one in (one for task in TASKS for one in entries(out, task)):
        shown = [bool(one[key]) for key in ("qry_img_path", "qry_video_path")]
        assert shown == [one["task"] == "IMS", one["task"] == "VMS"]
        frames = [candidate["frame_path"] for candidate in one["candidate_video_list"]]
        assert {frame.split("/")[-2] for frame in frames} == {one["video_name"].split("/")[-1]}
        for frame in frames:
            start, end = frame.split("/")[-1].removesuffix(".png").split("_")
            assert float(start) < float(end)
        assert one["gt_indices"] != []
        assert not set(one["gt_indices"]) & set(one["ignored_indices"])


def test_a_strict_reader_of_charades_takes_every_line(out: Path) -> None:
    durations = {one["video_name"]: one["duration"] for one in entries(out, "ms")}
    for line in lines_in(out / "charades/test.txt"):
        place, text = line.split("##")
        video, start, end = place.split(" ")
        assert 0 <= float(start) < float(end) <= durations[video]
        assert text == text.strip() != ""


def beir_qrels(out: Path) -> dict[str, dict[str, int]]:
    with (out / "beir/qrels/test.tsv").open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    found: dict[str, dict[str, int]] = {}
    for row in rows:
        found.setdefault(row["query-id"], {})[row["corpus-id"]] = int(row["score"])
    return found


def test_beirs_files_name_only_what_is_there(out: Path) -> None:
    corpus = {one["_id"]: one for one in objects(out / "beir/corpus.jsonl")}
    queries = {one["_id"]: one["metadata"] for one in objects(out / "beir/queries.jsonl")}
    qrels = beir_qrels(out)
    assert qrels.keys() == {name for name, about in queries.items() if about["split"] == "test"}
    for query, truths in qrels.items():
        about = queries[query]
        apart = {*about["ignored"], *about["left_out"]}
        assert (truths.keys() | apart) <= corpus.keys()
        assert not truths.keys() & apart
        assert {corpus[name]["metadata"]["video_name"] for name in truths} == {about["video_name"]}
    assert all(len(name.split()) == 1 for name in corpus)


def test_ranx_and_ir_measures_score_a_perfect_run_on_beirs_qrels_with_one(out: Path) -> None:
    import ir_measures
    import ranx

    qrels = beir_qrels(out)
    run = {query: dict.fromkeys(truths, 1.0) for query, truths in qrels.items()}
    found = ir_measures.calc_aggregate([ir_measures.nDCG @ 10, ir_measures.AP], qrels, run)
    assert set(found.values()) == {1.0}
    assert set(ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), ["ndcg@10", "map"]).values()) == {1.0}


def test_datasets_loads_the_truths_from_the_cards_configuration(out: Path, offline) -> None:
    loaded = offline.load_dataset(str(out), "truths", split="test")
    rows = [(row["question_id"], row["truth"], row["timestamp"]) for row in loaded]
    windows = {one["qid"]: one["relevant_windows"] for one in objects(out / WINDOWS)}
    assert rows == [(name, at, window) for name in windows for at, window in enumerate(windows[name], start=1)]
    shown = {row["question_id"]: (row["condition_video"], row["condition_timestamp"]) for row in loaded}
    assert (shown["1"], shown["3"]) == ((None, None), ("square", [34.0]))
    assert shown["3-vms"] == ("square", [33.0, 36.5])
    assert {row["question_id"] for row in loaded if row["adjudicated"]} == {"4"}
    assert {(row["question_id"], row["parent"]) for row in loaded if row["parent"]} == {("1-ca", "1"), ("3-vms", "3")}


def test_datasets_loads_the_lines_of_windows_and_of_markings(out: Path, offline) -> None:
    windows = offline.load_dataset("json", data_files=str(out / WINDOWS), split="train")
    assert [row["qid"] for row in windows] == [one["qid"] for one in objects(out / WINDOWS)]
    markings = offline.load_dataset("json", data_files=str(out / "markings.jsonl"), split="train")
    assert [row["segments"] for row in markings] == [one["segments"] for one in objects(out / "markings.jsonl")]


def test_croissant_metadata_is_valid_and_its_truths_can_be_read(out: Path) -> None:
    import mlcroissant

    dataset = mlcroissant.Dataset(jsonld=out / "croissant.json")
    assert (dataset.metadata.issues.errors, dataset.metadata.url) == (set(), None)
    rows = list(dataset.records("truths_test"))
    expected = [segment for one in objects(out / WINDOWS) for segment in one["relevant_windows"]]
    assert [list(row["truths_test/timestamp"]) for row in rows] == expected


def test_the_cards_front_matter_is_yaml(out: Path) -> None:
    _, front, _ = (out / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    (config,) = yaml.safe_load(front)["configs"]
    assert config["config_name"] == "truths"
    assert [one["split"] for one in config["data_files"]] == ["test", "val"]


def test_the_scene_has_a_truth_that_ends_with_its_video(out: Path) -> None:
    (last,) = [one for one in entries(out, "ms") if one["video_name"] == "film/a"]
    start_s, end_s = last["timestamps"][0]
    assert Segment(round(start_s * 1000), round(end_s * 1000)).end_ms == round(last["duration"] * 1000)
