"""`python -m evaluation measures` and `compare_measures` are one thing, and need numpy alone."""

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
FEW_SIZES = ("--sizes", 10, 40)  # of seven, each command takes ten seconds


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(3)
    labels = []
    for number in range(240):
        place = {"query_id": number // 6, "video_name": f"v{number}", "timestamp": [10, 20]}
        score = int(rng.integers(5))
        labels.append({"pair_id": number, **place, "relevance": score, "similarity": score / 4 + rng.normal(0, 0.4)})
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    for name, off_s in (("early", 4), ("late", 1)):
        run = {
            str(query): [
                {"video_name": f"v{query * 6 + at}", "timestamp": [10 + off_s, 20], "score": -at} for at in range(6)
            ]
            for query in range(40)
        }
        (tmp_path / f"{name}.json").write_text(json.dumps(run))
    return tmp_path


def alone(*arguments):
    command = [sys.executable, "-m", "evaluation", "measures", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def within(*arguments):
    out = StringIO()
    call_command("compare_measures", *map(str, arguments), stdout=out)
    return out.getvalue()


def asked(folder, *more):
    files = ("--labels", folder / "labels.json", "--runs", folder / "early.json", folder / "late.json")
    return *files, "--references", "oracle", "--trials", 60, "--resamples", 40, "--noise-draws", 3, *more


def test_both_commands_report_the_same_figures(folder):
    arguments = asked(folder, "--json", "--checkpoints", *FEW_SIZES)
    finished = alone(*arguments)
    assert (finished.returncode, finished.stderr) == (0, "")
    assert finished.stdout == within(*arguments)
    figures = json.loads(finished.stdout)
    assert (figures["queries"], figures["labels"], figures["simulated"]) == (40, 240, 7)
    assert figures["systems"] == ["early", "late", "oracle", *(f"simulated {place}" for place in range(1, 8))]
    at = figures["measures"].index("AxIoU@10")
    assert figures["agreement"]["tau_b"][at][at] == 1
    assert len(figures["agreement"]["low"]) == len(figures["measures"]) == len(figures["means"])
    assert figures["checkpoints"]["picked"][at] == "late"
    overlapping, disjoint = figures["self_agreement"]
    assert (overlapping["sizes"], disjoint["sizes"]) == ([10, 40], [10, 20])
    assert overlapping["mean"][-1][at] == pytest.approx(1)
    for found in (overlapping, disjoint):
        assert found["draws"] == 100
        for figure in ("mean", "variance"):
            low, high = (np.array(found[f"{figure}_{end}"], dtype=float) for end in ("low", "high"))
            assert low.shape == np.array(found[figure]).shape
            assert (low <= high).all()
    assert disjoint["variance_low"][0][at] < disjoint["variance"][0][at] < disjoint["variance_high"][0][at]
    assert figures["needed"]["largest"] == 20


def test_the_report_for_people_has_a_section_a_study(folder):
    lines = within(*asked(folder, "--checkpoints", *FEW_SIZES)).splitlines()
    heads = [re.split(r"[,:(]", line)[0].strip() for line in lines if not line.startswith(" ")]
    assert heads == [
        "10 systems", "agreement of measures", "least agreement", "queries on which all systems tie",
        *["self-agreement on two sets that may share queries"] * 2,
        *["self-agreement on two sets that share no query"] * 2,
        "queries for a tau-b of 0.9 between two sets that share none", "R@1 as an estimate of AxIoU@1",
        "other boundaries", "other boundaries", "one true moment a query against graded labels",
        "picked checkpoint", "z-score of the picked ones under each measure"]  # fmt: skip
    assert "  7 of the systems are simulated: they fill in where fewer than 10 are there" in lines
    figures = json.loads(within(*asked(folder, "--checkpoints", "--json", *FEW_SIZES)))
    at = figures["measures"].index("AxIoU@10")
    for found, head in zip(figures["self_agreement"], ("that may share queries", "that share no query"), strict=True):
        start = next(place for place, line in enumerate(lines) if line.startswith(f"self-agreement on two sets {head}"))
        assert lines[start].endswith("(60 trials, 95% from 100 draws):")
        first = start + 2 + 3 * at
        for line, part in zip(lines[first : first + 3], ("mean", "mean_low", "mean_high"), strict=True):
            assert line.split()[1:] == [f"{row[at]:.3f}" for row in found[part]]
        assert [line.split()[0] for line in lines[first : first + 3]] == ["AxIoU@10", "from", "to"]
    low, high = figures["checkpoints"]["kept_interval"][at]
    again = f"{figures['checkpoints']['kept'][at]:.1%} [{low:.1%}, {high:.1%}]"
    assert any(re.fullmatch(rf"  AxIoU@10 +late, {re.escape(again)}", line) for line in lines)


def figures_below(lines: list[str], head: str, name: str) -> list[list[str]]:
    """The figures of a row of a tall table, with the ends of their intervals."""
    begin = next(at for at, line in enumerate(lines) if line.startswith(head))
    row = next(at for at, line in enumerate(lines[begin:], begin) if line.startswith(f"  {name} "))
    assert [line.split()[0] for line in lines[row + 1 : row + 3]] == ["from", "to"]
    return [line.removeprefix(f"  {name}").removeprefix("    from").removeprefix("    to").split()
            for line in lines[row : row + 3]]  # fmt: skip


def test_every_figure_of_the_report_has_its_interval(folder):
    arguments = asked(folder, "--checkpoints", *FEW_SIZES)
    lines, figures = within(*arguments).splitlines(), json.loads(within(*arguments, "--json"))
    at = figures["measures"].index("AxIoU@10")

    def shown(values):
        return ["–" if value is None else f"{value:.3f}" for value in values]

    found = figures["agreement"]
    assert figures_below(lines, "agreement of measures", f"({at + 1}) AxIoU@10") == [
        shown(found[part][at]) for part in ("tau_b", "low", "high")]  # fmt: skip
    z = figures["checkpoints"]["z"][at]
    assert re.fullmatch(r"  Lowest z-score: \S+ picks late, and \S+ gives it \S+ \[\S+, \S+\]\.", lines[-1])
    assert figures_below(lines, "z-score", "late") == [shown(one[part] for one in z) for part in range(3)]
    found = figures["self_agreement"][1]
    for part in ("mean", "variance"):
        head = f"self-agreement on two sets that share no query, {part}"
        assert figures_below(lines, head, "AxIoU@10") == [
            shown(row[at] for row in found[end]) for end in (part, f"{part}_low", f"{part}_high")]  # fmt: skip
    with_ends = [
        f"{value:.3f} [{low:.3f}, {high:.3f}]"
        for level in figures["boundaries"]["levels"]
        for value, low, high in (level["rmse"]["AxIoU@10"], [level["iou"], *level["iou_interval"]])
    ]
    bias, variance = (figures["estimate"][part][0][0] for part in ("bias", "variance"))
    for value, low, high in (bias, variance):
        with_ends.append(f"{value:.3f} [{low:.3f}, {high:.3f}]")
    text = "\n".join(lines)
    assert [one for one in with_ends if one not in text] == []


def test_one_query_is_too_few_for_two_sets(folder):
    labels = [label for label in json.loads((folder / "labels.json").read_text()) if label["query_id"] == 0]
    (folder / "labels.json").write_text(json.dumps(labels))
    lines = within(*asked(folder, "--checkpoints", "--simulated", 0)).splitlines()
    assert lines[0] == "3 systems, 1 query, 6 labels"
    assert "  Too few queries for two sets that share none." in lines
    assert lines[lines.index("  Too few queries for two sets that share none.") - 1].split() == [
        "AxIoU@10", "too", "few", "queries"]  # fmt: skip


def test_too_few_systems_are_named(folder):
    lines = within(*asked(folder, "--simulated", 0, *FEW_SIZES)).splitlines()
    assert "  with fewer than 10 systems, tau-b can take few values only" in lines


def test_sizes_go_up_to_all_queries_and_of_sets_that_share_none_to_half(folder):
    figures = json.loads(within(*asked(folder, "--simulated", 0, "--json")))
    sizes = [found["sizes"] for found in figures["self_agreement"]]
    assert [(one[0], one[-1]) for one in sizes] == [(4, 40), (4, 20)]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--simulated", "1"), "name at least two systems"),
        (("--simulated", "201"), "simulated: expected an integer 0 to 200"),
        (("--trials", "1"), "trials: expected an integer 2"),
        (("--resamples", "1"), "resamples: expected an integer 2"),
        (("--tau", "1"), "tau: expected"),
        (("--sizes", "0"), "sizes: expected"),
        (("--seed", "-1"), "seed: expected"),
        (("--checkpoints",), "checkpoints: name at least two runs"),
        (("--iou", "2"), "iou: expected"),
        (("--runs", "none.json"), "none.json"),
    ],
)
def test_bad_input_is_one_line(folder, arguments, problem):
    with pytest.raises(CommandError, match=re.escape(problem)):
        within("--labels", folder / "labels.json", *arguments)


def test_a_file_names_the_true_moments(folder):
    moments = [{"desc_id": query, "vid_name": f"v{query * 6}", "ts": [10, 20]} for query in range(0, 40, 2)]
    (folder / "tvr.jsonl").write_text("\n".join(map(json.dumps, moments)))
    figures = json.loads(within(*asked(folder, "--json", *FEW_SIZES, "--true-moments", folder / "tvr.jsonl")))
    found = figures["moment_order"]
    assert (found["queries"], found["source"]) == (20, "the moment that the query was made from")
    by_default = json.loads(within(*asked(folder, "--json", *FEW_SIZES)))["moment_order"]
    assert (by_default["queries"], by_default["source"]) == (
        40, "the labelled moment that is most similar to the query")  # fmt: skip


def test_studies_that_are_not_asked_for_are_left_out(folder):
    figures = json.loads(within(*asked(folder, "--json", *FEW_SIZES, "--noise-draws", 0)))
    assert "boundaries" not in figures
    assert "checkpoints" not in figures


def test_a_level_of_noise_can_be_chosen_by_its_iou(folder):
    figures = json.loads(within(*asked(folder, "--json", *FEW_SIZES, "--noise-iou", 0.725)))
    (level,) = figures["boundaries"]["levels"]
    assert level["iou"] == pytest.approx(0.725, abs=0.02)
    assert set(level["rmse"]) == set(figures["measures"])
