"""Whole videos from files: every error names file, line and field."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from moments.base.errors import BadInput
from moments.corpus.files.faults import KeptFaults
from moments.corpus.files.video_file import read_videos

GOOD = {"vid_name": "match", "duration": 60.5, "domain": "sports"}


def written(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "videos.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    return path


def refusal(path: Path) -> str:
    with pytest.raises(BadInput) as error:
        read_videos(path)
    return str(error.value).removeprefix(str(path))


def test_a_line_is_a_video_and_its_domain_may_be_left_out(tmp_path: Path) -> None:
    nameless = {"vid_name": "walk", "duration": 12}
    rows = read_videos(written(tmp_path, GOOD, "", nameless, nameless | {"vid_name": "x", "domain": " "}))
    found = [(row.place.line, row.video_name, row.duration_s, row.domain) for row in rows]
    assert found == [(1, "match", 60.5, "sports"), (3, "walk", 12.0, ""), (4, "x", 12.0, "")]


def test_a_file_named_csv_is_read_as_one_with_or_without_domains(tmp_path: Path) -> None:
    path = tmp_path / "videos.csv"
    path.write_text("vid_name,duration,domain\nmatch,60.5,sports\nwalk,12,\n")
    assert [(row.video_name, row.domain) for row in read_videos(path)] == [("match", "sports"), ("walk", "")]
    path.write_text("duration,vid_name\n60.5,match\n")
    assert [(row.video_name, row.duration_s, row.domain) for row in read_videos(path)] == [("match", 60.5, "")]
    path.write_text("vid_name,domain\nmatch,sports\n")
    assert refusal(path) == " line 1: column 'duration' is missing"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"duration": 0}, "duration 0 is not above 0"),
        ({"duration": -3}, "duration -3 is not above 0"),
        ({"duration": 36_001}, "duration 36001 is more than 10 hours; expected seconds"),
        ({"duration": float("nan")}, "duration: expected a finite number, got nan"),
        ({"duration": "60"}, "duration: expected a number, got text"),
        ({"vid_name": ""}, "vid_name: expected text, got ''"),
        ({"vid_name": "a\nb"}, "vid_name: contains a line break or another control character"),
        *(
            ({"vid_name": name}, f"vid_name: {name!r} could lead out of a folder; expected no empty part, '.' or '..'")
            for name in ("../out", "/etc", "a//b", "a/./b", "..\\x")
        ),
        ({"domain": 7}, "domain: expected text, got 7"),
        ({"domain": "a\tb"}, "domain: contains a line break or another control character"),
        ({"domain": "x" * 61}, "domain: expected at most 60 characters, got 61"),
    ],
)
def test_a_bad_value_names_its_line_and_field(tmp_path: Path, change: dict[str, object], message: str) -> None:
    other = {"vid_name": "walk", "duration": 12}
    assert refusal(written(tmp_path, other, GOOD | change)) == f" line 2: {message}"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"duration": 3}', "vid_name: is missing"),
        ("[1]", "expected a JSON object"),
        ('{"vid_name": "a", "vid_name": "b", "duration": 1}', "is not JSON (key 'vid_name' appears twice)"),
    ],
)
def test_a_line_that_is_no_video_is_refused(tmp_path: Path, line: str, message: str) -> None:
    assert refusal(written(tmp_path, line)) == f" line 1: {message}"


def test_a_video_appears_once_and_a_file_holds_some(tmp_path: Path) -> None:
    assert refusal(written(tmp_path, GOOD, GOOD)) == " line 2: video 'match' is already on line 1"
    assert refusal(written(tmp_path, "")) == " line 1: no videos in the file"


def test_faults_can_be_kept_while_the_other_lines_are_read(tmp_path: Path) -> None:
    faults = KeptFaults()
    rows = read_videos(written(tmp_path, {}, GOOD, GOOD), faults=faults)
    assert ([row.place.line for row in rows], [fault.line for fault in faults.kept]) == ([2], [1, 3])
