"""`fit_annotators`: what it writes, prints and refuses."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from consensus.management.commands.fit_annotators import Command
from consensus.simulation import fitting
from consensus.simulation.model import read_model

RAW = "pair_id,worker,relevance\n0,1,4\n0,2,4\n1,1,1\n1,2,2\n"


@pytest.fixture(autouse=True)
def _short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    for bound, value in {"GENERATIONS": 2, "QUERIES_A_TRIAL": 10, "CHECK_QUERIES": 10}.items():
        monkeypatch.setattr(fitting, bound, value)


def printed(folder: Path, *options: str, raw: str = RAW) -> str:
    (folder / "raw.csv").write_text(raw)
    out = io.StringIO()
    files = [str(folder / "raw.csv"), "--out", str(folder / "fitted.json")]
    call_command(Command(), *files, *options, stdout=out, no_color=True)
    return out.getvalue()


def test_it_prints_target_and_reached_and_writes_a_model(tmp_path: Path) -> None:
    lines = [line.split() for line in printed(tmp_path).splitlines()]
    assert lines[0] == ["figure", "target", "reached"]
    assert [line[:2] for line in lines[1:4]] == [
        ["in_round_2", "0.000"],
        ["discarded", "0.000"],
        ["extended", "0.471"],
    ]
    read_model((tmp_path / "fitted.json").read_text())


def test_json_is_what_is_written(tmp_path: Path) -> None:
    text = printed(tmp_path, "--json", "--queries", "1", "--seed", "3")
    assert text == (tmp_path / "fitted.json").read_text()
    assert json.loads(text)["figures"]["extended"]["target"] == 0.0


@pytest.mark.parametrize("levels", range(2, 8))
def test_the_scale_may_have_two_to_seven_levels(tmp_path: Path, levels: int) -> None:
    top = levels - 1
    raw = f"pair_id,worker,relevance\n0,1,{top}\n0,2,{top}\n1,1,0\n1,2,0\n2,1,0\n2,2,{top}\n2,3,{top}\n2,4,{top}\n"
    figures = json.loads(printed(tmp_path, "--json", "--levels", str(levels), raw=raw))["figures"]
    verdicts = {name: figure["target"] for name, figure in figures.items() if name.startswith("verdict_")}
    assert verdicts == {f"verdict_{level}": 0.0 for level in range(levels)} | {
        "verdict_0": 0.3333, f"verdict_{top}": 0.6667}  # fmt: skip
    reached = [figures[name]["reached"] for name in (*verdicts, "discarded")]
    assert sum(reached) == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize(
    ("options", "raw", "problem"),
    [
        (["--levels=8"], RAW, "--levels: expected an integer 2 to 7, got 8"),
        (["--levels=4"], RAW, r"raw\.csv line 2: relevance: expected an integer 0 to 3, got '4'"),
        (["--seed=-1"], RAW, "--seed: expected an integer of at least 0, got -1"),
        (["--queries=9"], RAW, r"raw\.csv: 9 queries cannot have 1 batches"),
        ([], "pair_id,worker\n", r"raw\.csv line 1: the column relevance is missing"),
        ([], RAW.replace("\n0,", "\nq,"), r"raw\.csv: pair ids in blocks of one batch are integers"),
    ],
)
def test_bad_input_is_a_command_error_and_writes_nothing(
    tmp_path: Path, options: list[str], raw: str, problem: str
) -> None:
    with pytest.raises(CommandError, match=problem):
        printed(tmp_path, *options, raw=raw)
    assert [path.name for path in tmp_path.iterdir()] == ["raw.csv"]


def test_a_folder_that_is_not_there_is_refused_before_the_search(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="the folder does not exist"):
        printed(tmp_path, f"--out={tmp_path}/gone/fitted.json")
