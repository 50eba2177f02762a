"""`python -m evaluation twins` and `evaluate_twins` are one thing, from labels and a run to the report."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.evaluation.twins.worlds import entries, labels_file

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def benchmark(tmp_path):
    """Twenty twins and both reference runs."""
    labels = labels_file(tmp_path, entries(20))
    for kind in ("oracle", "random"):
        command("--labels", labels, "--make-run", kind, "--out", tmp_path / f"{kind}.npz", "--seed", 3)
    return tmp_path


def evaluation(*arguments):
    line = [sys.executable, "-m", "evaluation", "twins", *map(str, arguments)]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)


def command(*arguments):
    out = StringIO()
    call_command("evaluate_twins", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_both_commands_report_the_same(benchmark):
    asked = ("--labels", benchmark / "labels.json", "--run", benchmark / "oracle.npz", "--against",
             benchmark / "random.npz", "--bootstrap", 100, "--seed", 4, "--k", 1, 3, "--published",
             "--json")  # fmt: skip
    alone, within = evaluation(*asked), command(*asked)
    assert (alone.stdout, alone.returncode) == (within, 0)
    figures = json.loads(within)
    assert (figures["split"], figures["counts"]["twins"], figures["settings"]) == ("test", 20, {"ks": [1, 3]})
    for direction, tasks in figures["directions"].items():
        assert {task: part["items"] for task, part in tasks.items()} == {"Origin": 20, "Hard": 40, "Binary": 40}
        assert tasks["Hard"]["measures"] == {"R@1": 1, "R@3": 1, "MedR": 1, "MeanR": 1}
        assert tasks["Binary"] == {"items": 40, "candidates": 2, "measures": {"Accuracy": 1},
                                   "chance": {"Accuracy": 0.5}, "intervals": {"Accuracy": [1, 1]}}  # fmt: skip
        other = figures["against"]["directions"][direction]["Binary"]
        wrong = round(40 * other["differences"]["Accuracy"])
        assert (other["mcnemar"]["only_first"], other["mcnemar"]["only_second"]) == (wrong, 0)
        low, high = other["difference_intervals"]["Accuracy"]
        assert low <= 0.5 <= high
    assert figures["published"]["percent"]["UMT-Neg"]["Binary Accuracy"] == 54.5


def test_the_report_has_a_line_a_measure_and_published_figures_only_on_request(benchmark):
    asked = ("--labels", benchmark / "labels.json", "--run", benchmark / "random.npz")
    lines = command(*asked)
    assert re.search(r"^text to video, Hard: 40 items, 40 candidates$", lines, re.MULTILINE)
    assert re.search(r"^Accuracy  0\.\d{4}  chance 0\.5000$", lines, re.MULTILINE)
    assert "UMT" not in lines
    compared = command(*asked, "--published", "--against", benchmark / "oracle.npz", "--bootstrap", 50)
    assert re.search(
        r"^MeanR +\d+\.\d{4} \[.*\]  chance 20\.5000  against 1\.0000  difference \+", compared, re.MULTILINE
    )
    assert re.search(r"only the other on \d+: p = .* \(McNemar, exact, Accuracy\)", compared)
    assert "UMT      Origin R@1 86.3  Hard R@1 45.0  Binary Accuracy 51.2\n" in compared


def test_lists_that_end_early_leave_ranks_not_known(benchmark):
    names = [row["vid"] for row in entries(20)]
    lists = {name: {"ranked": [other for other in names if other != name], "own": 1, "twin": 0} for name in names}
    (benchmark / "run.json").write_text(json.dumps({"text_to_video": lists}))
    lines = command("--labels", benchmark / "labels.json", "--run", benchmark / "run.json")
    assert "lists against their scores: 40" in lines
    assert re.search(r"^MedR +not known  chance 10\.5000$", lines, re.MULTILINE)
    assert "video to text" not in lines


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((), "name a run with --run, or a reference run with --make-run"),
        (("--run", "none.npz"), "none.npz: No such file"),
        (("--run", "none.npz", "--k", "0"), "k: expected integers"),
        (("--run", "none.npz", "--bootstrap", "-1"), "bootstrap: expected"),
        (("--run", "none.npz", "--seed", "-1"), "seed: expected"),
        (("--run", "none.npz", "--split", "val"), "there are no twins in the split 'val'"),
        (("--make-run", "oracle"), "--make-run takes --out and no --run"),
        (("--make-run", "oracle", "--out", "no/such/folder/o.npz"), "no/such/folder/o.npz: No such file"),
    ],
)
def test_bad_input_is_one_line_and_exit_1(benchmark, arguments, problem):
    alone = evaluation("--labels", benchmark / "labels.json", *arguments)
    assert (alone.returncode, alone.stderr.count("\n"), alone.stdout) == (1, 1, "")
    assert problem in alone.stderr
    with pytest.raises(CommandError, match=re.escape(problem)):
        command("--labels", benchmark / "labels.json", *arguments)


def test_runs_without_a_common_direction_are_not_compared(benchmark):
    names = [row["vid"] for row in entries(20)]
    for direction in ("text_to_video", "video_to_text"):
        lists = {name: {"ranked": names, "own": 1, "twin": 0} for name in names}
        (benchmark / f"{direction}.json").write_text(json.dumps({direction: lists}))
    runs = ("--run", benchmark / "text_to_video.json", "--against", benchmark / "video_to_text.json")
    with pytest.raises(CommandError, match="has no direction in common with"):
        command("--labels", benchmark / "labels.json", *runs)
