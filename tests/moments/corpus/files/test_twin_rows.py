"""Twins in a file of moments: both name each other, and everything else is refused with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from moments.base.errors import BadInput
from moments.corpus.files.faults import KeptFaults
from moments.corpus.files.moment_file import read_moments

FORWARD = {
    "vid_name": "film",
    "duration": 60,
    "ts": [1, 4],
    "desc": "A dog runs.",
    "type": "v",
    "desc_id": 1,
    "twin": 2,
}
BACKWARD = FORWARD | {"desc": "", "desc_id": 2, "twin": 1, "direction": "backward"}


def written(tmp_path: Path, *lines: dict[str, Any]) -> Path:
    path = tmp_path / "moments.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines))
    return path


def test_twins_name_each_other(tmp_path: Path) -> None:
    rows = read_moments(written(tmp_path, FORWARD, BACKWARD, FORWARD | {"desc_id": 3, "twin": None}))
    assert [(row.desc_id, row.direction, row.twin, row.description) for row in rows] == [
        (1, "forward", 2, "A dog runs."),
        (2, "backward", 1, ""),
        (3, "forward", None, "A dog runs."),
    ]


def test_a_csv_has_the_same_columns(tmp_path: Path) -> None:
    path = tmp_path / "moments.csv"
    path.write_text(
        "vid_name,duration,start_s,end_s,desc,type,desc_id,direction,twin\n"
        "film,60,1,4,A dog runs.,v,1,,2\nfilm,60,1,4,,v,2,backward,1\nfilm,60,5,6,A cat.,v,3,forward,\n"
    )
    shown = [(row.desc_id, row.direction, row.twin) for row in read_moments(path)]
    assert shown == [(1, "forward", 2), (2, "backward", 1), (3, "forward", None)]


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"direction": "sideways"}, "line 2: direction: expected one of forward, backward, got 'sideways'"),
        ({"twin": "one"}, "line 2: twin: expected a number, got text"),
        ({"twin": -1}, "line 2: twin: expected a whole number of at least 0, got -1"),
        ({"ts": [1, 5]}, "line 1: twin: moment 2 (line 2) is at 1–5 s; twins have the same start and end"),
        ({"vid_name": "other"}, "line 1: twin: moment 2 (line 2) is of video 'other'; twins are of one video"),
        ({"type": "t"}, "line 1: twin: moment 2 (line 2) has type t; twins have the same type"),
        (
            {"direction": "forward", "desc": "A dog."},
            "line 1: twin: moment 2 (line 2) is forward too; of twins, one is forward and one backward",
        ),
        ({"twin": None}, "line 1: twin: moment 2 (line 2) does not name moment 1 as its twin"),
        ({"twin": 3}, "line 1: twin: moment 2 (line 2) is the twin of moment 3"),
        ({"desc_id": 9}, "line 1: twin: the file has no moment 2"),
        ({"desc": 7}, "line 2: desc: expected text, got 7"),
    ],
)
def test_what_is_no_twin_is_refused_with_its_line(tmp_path: Path, changed: dict[str, Any], problem: str) -> None:
    path = written(tmp_path, FORWARD, BACKWARD | changed)
    with pytest.raises(BadInput) as refused:
        read_moments(path)
    assert str(refused.value).removeprefix(f"{path} ").startswith(problem), refused.value


def test_a_twin_of_a_twin_of_itself_and_of_nothing_is_refused(tmp_path: Path) -> None:
    faults = KeptFaults()
    third = FORWARD | {"desc_id": 3, "twin": 2}
    itself = FORWARD | {"desc_id": 4, "twin": 4}
    alone = BACKWARD | {"desc_id": 5, "twin": None}
    rows = read_moments(written(tmp_path, FORWARD, BACKWARD, third, itself, alone), faults=faults)
    assert [row.desc_id for row in rows] == [1, 2]
    assert [(fault.line, fault.problem) for fault in faults.kept] == [
        (3, "twin: moment 2 (line 2) is the twin of moment 1"),
        (4, "twin: moment 4 cannot be its own twin"),
        (5, "twin: a backward moment needs the desc_id of its forward twin"),
    ]
