"""Moments from files: every error names file, line and field."""

import json
from pathlib import Path

import pytest

from moments.base.errors import BadInput
from moments.corpus.files.moment_file import GivenMoment, read_moments
from moments.corpus.files.values import Place

GOOD = {"vid_name": "film", "duration": 60.5, "ts": [1, 2.5], "desc": "A dog runs.", "type": "v", "desc_id": 1}


def written(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "moments.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_bytes("\n".join(texts).encode("utf-8", "surrogatepass"))
    return path


def refusal(path: Path) -> str:
    with pytest.raises(BadInput) as error:
        read_moments(path)
    message = str(error.value)
    assert message.startswith(f"{path} line ")
    return message.removeprefix(f"{path} line ")


def test_a_line_is_a_moment(tmp_path: Path) -> None:
    (row,) = read_moments(written(tmp_path, GOOD))
    assert (row.video_name, row.duration_s, row.start_s, row.end_s) == ("film", 60.5, 1.0, 2.5)
    assert (row.description, row.kind, row.desc_id, row.place.line) == ("A dog runs.", "v", 1, 1)


def test_blank_lines_and_a_byte_order_mark_are_passed_over(tmp_path: Path) -> None:
    path = written(tmp_path, "\ufeff" + json.dumps(GOOD), "", GOOD | {"desc_id": 2})
    assert [row.place.line for row in read_moments(path)] == [1, 3]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"vid_name": "a/../b"}, "vid_name: 'a/../b' could lead out of a folder; expected no empty part, '.' or '..'"),
        ({"ts": [3, 3]}, "end 3 is not after start 3"),
        ({"ts": [4, 3]}, "end 3 is not after start 4"),
        ({"ts": [-1, 3]}, "start -1 is negative"),
        ({"ts": [50, 61]}, "end 61 is after the end of the video (60.5)"),
        ({"ts": [1]}, "ts: expected [start, end]"),
        ({"ts": "1-2"}, "ts: expected [start, end]"),
        ({"ts": [True, 2]}, "start: expected a number, got True"),
        ({"ts": [0, float("nan")]}, "end: expected a finite number, got nan"),
        ({"ts": [0, 10**400]}, "end: expected a finite number, got " + "1" + "0" * 56 + "..."),
        ({"type": "video"}, "type: expected one of v, vt, t, got 'video'"),
        ({"desc": ""}, "desc: expected text, got ''"),
        ({"desc": None}, "desc: expected text, got None"),
        ({"desc": "a\0b"}, "desc: contains a NUL character"),
        ({"desc": "\ud800"}, "desc: contains half a surrogate pair"),
        ({"desc": "x" * 10_001}, "desc: expected at most 10,000 characters, got 10,001"),
        ({"vid_name": 7}, "vid_name: expected text, got 7"),
        ({"vid_name": "a\nb"}, "vid_name: contains a line break or another control character"),
        ({"duration": "60.5"}, "duration: expected a number, got text"),
        ({"ts": ["1", 2]}, "start: expected a number, got text"),
        ({"desc_id": "2"}, "desc_id: expected a number, got text"),
        ({"duration": None}, "duration: expected a number, got None"),
        ({"duration": 61}, "duration: 61, but an earlier line has 60.5 for this video"),
        ({"duration": 1e308}, "duration 1e+308 is more than a week; expected seconds"),
        ({"desc_id": 1}, "desc_id 1 is already on line 1"),
        ({"desc_id": -2}, "desc_id: expected a whole number of at least 0, got -2"),
        ({"desc_id": 2**63}, f"desc_id: expected a whole number of at least 0, got {2**63}"),
        ({"desc_id": 1.5}, "desc_id: expected a whole number of at least 0, got 1.5"),
    ],
)
def test_a_wrong_value_is_refused_by_line_and_field(tmp_path: Path, change: dict[str, object], message: str) -> None:
    path = written(tmp_path, GOOD, {**GOOD, "desc_id": 2, **change}, GOOD | {"desc_id": 3})
    assert refusal(path) == f"2: {message}"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"vid_name": ', "2: is not JSON"),
        ("[" * 100_000, "2: is not JSON"),
        ("[1]", "2: expected a JSON object"),
        ("{}", "2: vid_name: is missing"),
        ('{"a": 1, "b": 2, "a": 3}', "2: is not JSON (key 'a' appears twice)"),
        ("x" * 1_000_000, "2: is longer than 200,000 bytes"),
        ("a\0b", "2: contains a NUL character"),
        ("\udcff", "2: is not UTF-8 (byte 1)"),
    ],
)
def test_a_line_that_is_no_moment_is_refused(tmp_path: Path, line: str, message: str) -> None:
    assert refusal(written(tmp_path, GOOD, line)).startswith(message)


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    assert refusal(written(tmp_path)) == "1: no moments in the file"


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nowhere.jsonl: No such file or directory"):
        read_moments(tmp_path / "nowhere.jsonl")


HEADER = "vid_name,duration,start_s,end_s,desc,type,desc_id\n"


def csv_file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "moments.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_csv_rows_are_moments_too(tmp_path: Path) -> None:
    path = csv_file(tmp_path, HEADER + 'film,60,1,2.5,"A dog, running.",vt,5\n')
    (row,) = read_moments(path)
    assert (row.description, row.kind, row.desc_id, row.start_s) == ("A dog, running.", "vt", 5, 1.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("vid_name,duration\n", "1: column 'start_s' is missing"),
        (HEADER.replace("desc,", "desc,desc,"), "1: column 'desc' appears twice"),
        (HEADER + "film,60,1\n", "2: has 3 fields, the header has 7"),
        (HEADER + "film,60,one,2,A dog.,v,5\n", "2: start: expected a number, got 'one'"),
        (HEADER + "film,60,1,2,A dog.,v,five\n", "2: desc_id: expected a whole number of at least 0, got 'five'"),
        (HEADER + 'film,60,1,2,"A dog.,v,5\n', "2: is not CSV"),
    ],
)
def test_a_wrong_csv_row_is_refused_by_line(tmp_path: Path, text: str, message: str) -> None:
    assert refusal(csv_file(tmp_path, text)).startswith(message)


def test_an_empty_csv_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is empty"):
        read_moments(csv_file(tmp_path, ""))


class FilledGaps:
    """Knows one video, and counts."""

    def duration_s(self, place: Place, video_name: str) -> float:
        if video_name != "film":
            raise place.error("duration: is missing")
        return 60.0

    def desc_id(self, moment: GivenMoment) -> int:
        return 100 + moment.place.line


def test_what_a_file_leaves_out_is_filled_under_the_names_that_people_use(tmp_path: Path) -> None:
    path = csv_file(tmp_path, "Video,start,End,description,desc_id\nfilm,1,2.5,A dog.,\nfilm,3,4,A cat.,7\n")
    first, second = read_moments(path, gaps=FilledGaps())
    assert (first.video_name, first.start_s, first.end_s, first.description) == ("film", 1.0, 2.5, "A dog.")
    assert (first.duration_s, first.kind, first.desc_id) == (60.0, "v", 102)
    assert second.desc_id == 7
    lines = written(tmp_path, {"vid_name": "film", "ts": [1, 2], "desc": "A dog.", "duration": None})
    assert [(row.duration_s, row.kind, row.desc_id) for row in read_moments(lines, gaps=FilledGaps())] == [
        (60.0, "v", 101)
    ]


@pytest.mark.parametrize("name", ["desc", "description", "caption", "sentence", "text"])
def test_the_text_of_a_moment_goes_by_the_names_that_people_use(tmp_path: Path, name: str) -> None:
    path = csv_file(tmp_path, f"video,start,end,{name}\nfilm,1,2.5,A dog.\n")
    assert [row.description for row in read_moments(path, gaps=FilledGaps())] == ["A dog."]


def test_a_further_text_beside_our_column_is_left_alone(tmp_path: Path) -> None:
    path = csv_file(tmp_path, "video,start,end,desc,text\nfilm,1,2.5,A dog.,subtitles\n")
    assert [row.description for row in read_moments(path, gaps=FilledGaps())] == ["A dog."]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("video,start,end,description\nother,1,2,A dog.\n", "2: duration: is missing"),
        ("video,start,end,description\nfilm,1,61,A dog.\n", "2: end 61 is after the end of the video (60)"),
        (
            "video,start,end,words\nfilm,1,2,A dog.\n",
            "1: column 'desc' is missing; it may also be called description, caption, sentence, text",
        ),
        ("video;start;end;description\nfilm;1;2;A dog.\n", "1: has no commas; save the file as CSV with commas"),
    ],
)
def test_what_nothing_fills_is_refused_by_line(tmp_path: Path, text: str, message: str) -> None:
    path = csv_file(tmp_path, text)
    with pytest.raises(BadInput) as error:
        read_moments(path, gaps=FilledGaps())
    assert str(error.value).startswith(f"{path} line {message}")
