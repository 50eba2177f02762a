"""`settle_scores`: what it prints and how it refuses."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from consensus.management.commands.settle_scores import Command

RAW = "pair_id,worker,relevance\np,1,2\np,1,3\nq,1,0\nq,2,4\n"


def printed(folder: Path, *options: str) -> tuple[str, str]:
    (folder / "raw.csv").write_text(RAW)
    out, err = io.StringIO(), io.StringIO()
    files = [str(folder / "raw.csv"), "--out", str(folder / "labels.csv")]
    call_command(Command(), *files, *options, stdout=out, stderr=err, no_color=True)
    return out.getvalue(), err.getvalue()


def test_each_figure_is_a_line_and_a_worker_twice_a_warning(tmp_path: Path) -> None:
    out, err = printed(tmp_path)
    assert out.splitlines() == [
        "rows: 4",
        "pairs: 2",
        "pairs with a worker twice: 1",
        "agreed: 1",
        "discarded: 1",
        "of these undecided (two rows that disagree): 1",
        "neither two nor four rows: 0",
    ]
    assert err == "warning: pairs with two scores by the same worker: 1\n"
    assert (tmp_path / "labels.csv").read_text() == "pair_id,relevance\np,3\n"


def test_json_is_one_object_of_the_figures(tmp_path: Path) -> None:
    assert json.loads(printed(tmp_path, "--json", "--tolerance", "0")[0]) == {
        "rows": 4,
        "pairs": 2,
        "pairs_with_a_worker_twice": 1,
        "agreed": 0,
        "discarded": 2,
        "undecided": 2,
        "other_row_counts": 0,
    }


@pytest.mark.parametrize("tolerance", ["-1", "5"])
def test_a_tolerance_out_of_range_is_a_command_error(tmp_path: Path, tolerance: str) -> None:
    with pytest.raises(CommandError, match=f"tolerance: expected 0 to 4, got {tolerance}"):
        printed(tmp_path, f"--tolerance={tolerance}")


def test_a_bad_file_is_a_command_error_that_names_the_line(tmp_path: Path) -> None:
    raw = tmp_path / "bad.csv"
    raw.write_text("pair_id,worker,relevance\np,1,high\n")
    with pytest.raises(CommandError, match=r"bad\.csv line 2: relevance"):
        call_command(Command(), str(raw), "--out", str(tmp_path / "labels.csv"))


def test_another_scale_has_other_scores_and_tolerances(tmp_path: Path) -> None:
    raw, out = tmp_path / "seven.csv", tmp_path / "labels.csv"
    raw.write_text("pair_id,worker,relevance\np,1,6\np,2,5\nq,1,0\nq,2,6\n")
    call_command(Command(), str(raw), "--out", str(out), "--levels", "7", stdout=io.StringIO())
    assert out.read_text() == "pair_id,relevance\np,6\n"
    call_command(Command(), str(raw), "--out", str(out), "--levels", "7", "--tolerance", "6", stdout=io.StringIO())
    assert out.read_text() == "pair_id,relevance\np,6\nq,3\n"
    for levels, problem in (
        ("6", r"seven\.csv line 2: relevance: expected an integer 0 to 5, got '6'"),
        ("8", "--levels: expected an integer 2 to 7, got 8"),
    ):
        with pytest.raises(CommandError, match=problem):
            call_command(Command(), str(raw), "--out", str(out), "--levels", levels)
