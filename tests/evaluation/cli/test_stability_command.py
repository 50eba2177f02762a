"""`python -m evaluation stability` and `run_stability` are one thing, and need numpy alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(3)
    labels, rows = [], ["pair_id,query_id,video_name,timestamp,worker,relevance"]
    for number in range(80):
        score = int(rng.integers(5))
        place = {"query_id": number // 8, "video_name": f"v{number}", "timestamp": [0, 10]}
        labels.append({"pair_id": number, **place, "relevance": score, "similarity": score / 4 + rng.normal(0, 0.4)})
        for worker in rng.choice(6, 2, replace=False):
            rows.append(f'{number},{number // 8},v{number},"[0, 10]",w{worker},{score}')
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    (tmp_path / "raw.csv").write_text("\n".join(rows))
    mine = {str(query): [{"video_name": f"v{query * 8}", "timestamp": [0, 10], "score": 1}] for query in range(10)}
    (tmp_path / "mine.json").write_text(json.dumps(mine))
    return tmp_path


def alone(*arguments):
    command = [sys.executable, "-m", "evaluation", "stability", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def within(*arguments):
    out = StringIO()
    call_command("run_stability", *map(str, arguments), stdout=out)
    return out.getvalue()


def asked(folder, *more):
    files = ("--labels", folder / "labels.json", "--runs", folder / "mine.json", "--raw", folder / "raw.csv")
    draws = ("--resamples", 50, "--rater-resamples", 20, "--noise-draws", 3)
    return *files, "--references", "oracle", "similarity", *draws, *more


def test_both_commands_report_the_same_figures(folder):
    finished = alone(*asked(folder, "--json"))
    assert (finished.returncode, finished.stderr) == (0, "")
    assert finished.stdout == within(*asked(folder, "--json"))
    figures = json.loads(finished.stdout)
    assert (figures["measure"], figures["queries"], figures["labels"]) == ("NDCG@20,IoU>=0.5", 10, 80)
    assert figures["systems"]["oracle"] == 1
    assert [(found["beta2"], found["noise"]) for found in figures["by_boundaries"]] == [
        (1, "normal"), (2, "normal"), (3, "normal"), (4, "normal")]  # fmt: skip
    ious = [found["iou"] for found in figures["by_boundaries"]]
    assert 1 > ious[0] > ious[1] > ious[2] > ious[3] > 0.5
    (found,) = json.loads(within(*asked(folder, "--json", "--measure", "AxIoU", "--beta2", 3)))["by_boundaries"]
    assert 0 < found["rmse"] < 1
    assert [couple["systems"] for couple in figures["by_queries"]["couples"]] == [
        ["mine", "oracle"], ["mine", "similarity"], ["oracle", "similarity"]]  # fmt: skip
    assert figures["by_raters"]["labels_differing"] == 0
    assert figures["by_raters"]["raters"] == 6
    assert figures["by_size"]["halves"]["queries"] == 5


def test_every_figure_has_its_interval_and_its_number_of_draws(folder):
    figures = json.loads(within(*asked(folder, "--json", "--sizes", 4)))
    drawn = [figures["by_queries"], *figures["by_size"]["subsets"], figures["by_raters"], *figures["by_boundaries"]]
    assert [found["draws"] for found in drawn] == [50, 50, 20, 3, 3, 3, 3]
    for found in drawn:
        assert found["tau_b"]["low"] <= found["tau_b"]["mean"] <= found["tau_b"]["high"]
        for couple in found["couples"]:
            assert couple["kept_interval"][0] <= couple["kept"] <= couple["kept_interval"][1]
    for found in (figures["by_queries"], figures["by_raters"], *figures["by_boundaries"]):
        assert set(found["intervals"]) == set(figures["systems"])
    low, high = figures["by_queries"]["intervals"]["mine"]
    assert low < figures["systems"]["mine"] < high
    halves = figures["by_size"]["halves"]
    assert (halves["draws"], halves["low"] <= halves["tau_b"] <= halves["high"]) == (50, True)
    for couple in figures["by_size"]["needed"]:
        low, high = couple["interval"]
        assert (couple["draws"], low <= couple["queries"], high is None or couple["queries"] <= high) == (
            50,
            True,
            True,
        )
    for what in ("labels_changed", "labels_unjudged"):
        low, high = figures["by_raters"][f"{what}_interval"]
        assert low <= figures["by_raters"][what] <= high
    for found in figures["by_boundaries"]:
        for what in ("iou", "rmse"):
            assert found[f"{what}_interval"][0] <= found[what] <= found[f"{what}_interval"][1]


def test_without_draws_of_raters_or_boundaries_those_questions_are_left_out(folder):
    figures = json.loads(within(*asked(folder, "--json"), "--rater-resamples", 0, "--noise-draws", 0))
    assert [name for name in figures if name.startswith("by_")] == ["by_queries", "by_size"]


def test_the_report_for_people_has_a_section_a_question(folder):
    lines = within(*asked(folder, "--sizes", 4, "--measure", "AxIoU"))
    heads = [line.split("(")[0].split(":")[0].strip() for line in lines.splitlines() if not line.startswith(" ")]
    assert heads == ["measure", "other queries", "fewer queries", "queries needed to settle an order", "other raters",
                     "other boundaries"]  # fmt: skip
    assert "measure: AxIoU@20, 10 queries" in lines


def test_a_wanted_iou_of_noisy_boundaries_is_met(folder):
    asked_iou = asked(folder, "--json", "--noise", "normal", "--noise-iou", 0.725, "--noise-draws", 40)
    (found,) = json.loads(within(*asked_iou))["by_boundaries"]
    assert found["iou"] == pytest.approx(0.725, abs=0.02)
    lines = within(*asked(folder, "--noise", "exponential", "--beta2", 2)).splitlines()
    assert any(
        re.match(
            r"  exponential noise, beta2 2 \(3 draws\): IoU with the labels 0\.\d{3} \[0\.\d{3}, 0\.\d{3}\], RMSE ",
            line,
        )
        for line in lines
    )


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--references", "oracle"), "name at least two systems"),
        (("--references", "oracle", "random", "--resamples", "0"), "resamples: expected an integer 1"),
        (("--references", "oracle", "random", "--rater-resamples", "-1"), "rater-resamples: expected an integer 0"),
        (("--references", "oracle", "random", "--sizes", "0"), "sizes: expected"),
        (("--references", "oracle", "random", "--beta2", "-1"), "beta2: expected"),
        (("--references", "oracle", "random", "--beta2", "nan"), "beta2: expected"),
        (("--references", "oracle", "random", "--noise-iou", "1.1"), "noise-iou: expected"),
        (
            ("--references", "oracle", "random", "--noise", "exponential", "--noise-iou", "0.9"),
            "noise-iou: 0.9 is out of reach",
        ),
        (("--references", "oracle", "random", "--tolerance", "5"), "tolerance: expected"),
        (("--references", "oracle", "random", "--seed", "-1"), "seed: expected"),
        (("--references", "oracle", "random", "--k", "0"), "k: expected integers"),
        (("--references", "oracle", "random", "--raw", "none.csv"), "none.csv: No such file"),
    ],
)
def test_bad_input_is_one_line_and_exit_1(folder, arguments, problem):
    with pytest.raises(CommandError, match=re.escape(problem)):
        within("--labels", folder / "labels.json", *arguments)


def test_one_line_and_exit_1_alone_too(folder):
    finished = alone("--labels", folder / "none.json", "--references", "oracle", "random")
    assert (finished.returncode, finished.stderr.count("\n"), finished.stdout) == (1, 1, "")


def test_systems_of_one_file_name_are_distinguished_by_their_path(folder):
    (folder / "sub").mkdir()
    (folder / "sub" / "mine.json").write_text((folder / "mine.json").read_text())
    report = within("--labels", folder / "labels.json", "--runs", folder / "mine.json", folder / "sub" / "mine.json",
                  "--noise-draws", 0, "--json")  # fmt: skip
    assert list(json.loads(report)["systems"]) == [str(folder / "mine.json"), str(folder / "sub" / "mine.json")]
    (couple,) = json.loads(report)["by_size"]["needed"]
    assert couple["queries"] is None
    assert json.loads(report)["by_queries"]["tau_b"]["mean"] is None
