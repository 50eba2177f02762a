"""`python -m evaluation segments` and `evaluate_segments` are one thing, from labels and a run to the report."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).resolve().parents[3]
CLIPS = [f"v/{start}.00_{start + 10}.00.mp4" for start in range(0, 100, 10)]


@pytest.fixture
def benchmark(tmp_path):
    """Four sub-tasks of two questions; the run finds the truth of every MS and of one IMS at rank 1."""
    folder = tmp_path / "benchmark"
    folder.mkdir()
    pool = [{"output_path": f"/data/{clip}", "frame_path": ""} for clip in CLIPS]
    run = {}
    for task in ("ms", "ims", "ca", "vms"):
        rows = [{"qry_text": "who?", "candidate_video_list": pool, "gt_indices": [at, at + 5]} for at in (0, 1)]
        (folder / f"film_{task}.json").write_text(json.dumps(rows))
        for at in (0, 1):
            first = CLIPS[at] if task == "ms" or (task, at) == ("ims", 0) else CLIPS[9]
            run[f"film_{task}/{at + 1}"] = [{"clip": first, "score": 1}, {"clip": CLIPS[at + 5], "score": 0.5}]
    (tmp_path / "run.json").write_text(json.dumps(run))
    return tmp_path


def evaluation(*arguments):
    command = [sys.executable, "-m", "evaluation", "segments", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def command(*arguments):
    out = StringIO()
    call_command("evaluate_segments", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_both_commands_report_the_same(benchmark):
    asked = ("--labels", benchmark / "benchmark", "--run", benchmark / "run.json", "--k", 1, 2, "--iou", 0.5,
             "--bootstrap", 100, "--draws", 20, "--seed", 4, "--json", "--published",
             "--per-question", benchmark / "q.json")  # fmt: skip
    alone, within = evaluation(*asked), command(*asked)
    assert alone.stdout == within
    figures = json.loads(within)
    by_task = {task: part["measures"]["R@1"] for task, part in figures["tasks"].items()}
    assert by_task == {"CA": 0, "IMS": 0.5, "MS": 1, "VMS": 0}
    overall = figures["overall"]
    assert (overall["measures"]["R@1"], overall["measures"]["R@2"]) == (0.375, 1)
    assert overall["chance"]["R@1"] == pytest.approx(0.2)
    assert overall["chance_errors"]["mAP,IoU>=0.5"] > 0
    low, high = overall["intervals"]["R@1"]
    assert low <= 0.375 <= high
    assert (figures["counts"]["questions"], figures["counts"]["predictions"]) == (8, 16)
    assert figures["only_for_comparison"] == ["mAP@5 (as in the authors' code)"]
    assert len(figures["published"]["overall_percent"]) == 9
    assert json.loads((benchmark / "q.json").read_text())["film_ims/1"]["R@1"] == 1


def test_the_report_has_a_line_a_measure_by_task_and_published_figures_only_on_request(benchmark):
    asked = ("--labels", *sorted((benchmark / "benchmark").iterdir()), "--run", benchmark / "run.json", "--draws", 0)
    lines = command(*asked)
    assert "overall, the mean of the tasks CA, IMS, MS, VMS\nR@1 " in lines
    assert "\nMS, 2 questions\nR@1 " in lines
    assert re.search(r"^R@1 +0\.3750  chance 0\.2000$", lines, re.MULTILINE)
    assert re.search(r"^mAP,IoU>=0\.5 +\d\.\d{4}$", lines, re.MULTILINE)
    compared = re.findall(r"^(.*?) +\d.*, only for comparison$", lines, re.MULTILINE)
    assert compared == ["mAP@5 (as in the authors' code)"] * 5
    assert "V-Embedder" not in lines
    assert "published R@1, overall, in percent\nV-Embedder    23.3\n" in command(*asked, "--published")


def test_the_lines_of_qvhighlights_are_scored(benchmark):
    labels, run = benchmark / "labels.jsonl", benchmark / "run.jsonl"
    row = {"qid": 1, "query": "x", "vid": "v", "duration": 150, "relevant_windows": [[0, 10], [90, 100]]}
    labels.write_text(json.dumps(row) + "\n")
    run.write_text(json.dumps({"qid": 1, "vid": "v", "pred_relevant_windows": [[0, 10, 0.9], [90, 100, 0.1]]}) + "\n")
    figures = json.loads(command("--labels", labels, "--run", run, "--json"))
    assert figures["overall"]["measures"]["mAP,IoU>=0.5:0.95"] == 1
    assert figures["overall"]["measures"]["mAP@5 (as in the authors' code)"] < 0.05
    assert "R@1" not in figures["overall"]["measures"]
    assert 0 < figures["overall"]["chance"]["mIoU"] < 0.5


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--run", "none.json"), "none.json: No such file"),
        (("--run", "none.json", "--k", "0"), "k: expected integers"),
        (("--run", "none.json", "--bootstrap", "-1"), "bootstrap: expected"),
        (("--run", "none.json", "--draws", "-1"), "draws: expected"),
        (("--run", "none.json", "--seed", "-1"), "seed: expected"),
        (("--run", "none.json", "--task", "film=MX"), "task: expected FILE=TASK with one of MS, IMS, CA, VMS"),
        (("--run", "none.json", "--per-question", "no/such/folder/q.json"), "No such file"),
    ],
)
def test_bad_input_is_one_line_and_exit_1(benchmark, arguments, problem):
    alone = evaluation("--labels", benchmark / "benchmark", *arguments)
    assert (alone.returncode, alone.stderr.count("\n"), alone.stdout) == (1, 1, "")
    assert problem in alone.stderr
    with pytest.raises(CommandError, match=re.escape(problem)):
        command("--labels", benchmark / "benchmark", *arguments)
