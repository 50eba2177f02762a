"""Many faults of one file at once, and files that are none of lines."""

import gzip
import json
from pathlib import Path

import pytest

from moments.base.errors import BadInput
from moments.corpus.files.faults import KeptFaults
from moments.corpus.files.moment_file import CSV_COLUMNS, read_moments
from moments.corpus.files.query_file import read_candidates, read_queries

HEADER = ",".join(CSV_COLUMNS)


def line(desc_id: int, **change: object) -> bytes:
    moment = {"vid_name": "film", "duration": 60.5, "ts": [1, 2.5], "desc": "A dog.", "type": "v", "desc_id": desc_id}
    return json.dumps(moment | change).encode()


def written(tmp_path: Path, *lines: bytes, name: str = "moments.jsonl", end: bytes = b"\n") -> Path:
    path = tmp_path / name
    path.write_bytes(end.join(lines) + end)
    return path


def faults_of(path: Path) -> tuple[list[int], list[tuple[int, str]]]:
    """The lines that can be used, and what is wrong with the others."""
    faults = KeptFaults()
    rows = read_moments(path, faults=faults)
    assert faults.count == len(faults.kept)
    return [row.place.line for row in rows], [(fault.line, fault.problem) for fault in faults.kept]


def test_every_kind_of_fault_is_reported_with_its_line_and_the_rest_is_read(tmp_path: Path) -> None:
    hostile = [b"{", line(2) + b"\0", b"\xff", b"x" * 1_000_000, line(1), line(6, ts=[3, 2]), line(7, duration=1)]
    usable, faults = faults_of(written(tmp_path, line(1), *hostile, line(9)))
    assert usable == [1, 9]
    assert [number for number, _ in faults] == [2, 3, 4, 5, 6, 7, 8]
    problems = [problem for _, problem in faults]
    assert problems[0].startswith("is not JSON")
    assert problems[1:5] == [
        "contains a NUL character",
        "is not UTF-8 (byte 1)",
        "is longer than 200,000 bytes",
        "desc_id 1 is already on line 1",
    ]
    assert problems[5] == "end 2 is not after start 3"


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm(tmp_path: Path) -> None:
    path = written(tmp_path, b"\xef\xbb\xbf" + line(1), line(2), end=b"\r\n")
    assert faults_of(path) == ([1, 2], [])


def test_csv_goes_on_after_rows_of_another_length_and_rows_that_are_none(tmp_path: Path) -> None:
    rows = [
        HEADER.encode(),
        b"film,60,1,2,A dog.,v,1",
        b"film,60",
        b'film,60,1,2,"A "dog.,v,2',
        b"film,60,=1+1,2,x,v,3",
    ]
    usable, faults = faults_of(written(tmp_path, *rows, b"film,60,3,4,A cat.,v,4", name="moments.csv"))
    assert usable == [2, 6]
    assert faults == [
        (3, "has 2 fields, the header has 7"),
        (4, "is not CSV: ',' expected after '\"'"),
        (5, "start: expected a number, got '=1+1'"),
    ]


def test_a_hundred_faults_are_kept_and_all_are_counted(tmp_path: Path) -> None:
    faults = KeptFaults()
    assert read_moments(written(tmp_path, *[line(1)] * 251), faults=faults)[0].desc_id == 1
    assert (len(faults.kept), faults.count) == (100, 250)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (gzip.compress(line(1), mtime=0), "is compressed with gzip; unpack it first"),
        (b"PK\x03\x04 and more", "is a ZIP archive or a spreadsheet"),
        ("{}".encode("utf-16"), "is UTF-16; save it as UTF-8"),
        (b"\n<!DOCTYPE html><p>", "is a web page or XML"),
        (b"<!DOCTYPE html><p>", "is a web page or XML"),
        (b"\xef\xbb\xbf  <html>", "is a web page or XML"),
        (
            b"\0\0\0\x20ftypisom\0\0\2\0isomiso2",
            r"is a video, not a list of moments; upload videos on the page Video files",
        ),
        (b"\n\n\0\x18ftypqt  ", "is a video, not a list of moments"),
        (b"\x1a\x45\xdf\xa3\x9f\x42", "is a video, not a list of moments"),
        (b"RIFF\x24\0\0\0AVI LIST", "is a video, not a list of moments"),
        ((b"\x47" + b"\0" * 187) * 4, "is a video, not a list of moments"),
        (b"\0\0\0\x20ftypavif\0\0", "is a picture, not a list of moments$"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "is a picture, not a list of moments$"),
        (b"ID3\x04\0", "is a sound file, not a list of moments$"),
        (b"", "no moments in the file"),
    ],
)
def test_files_of_another_kind_are_refused_as_what_they_are(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "moments.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=problem):
        read_moments(path)


def test_text_that_has_words_of_containers_is_read(tmp_path: Path) -> None:
    """A CSV header may have such a word where a container names its first box."""
    head = b"vid_free,vid_name,duration,start_s,end_s,desc,type,desc_id"
    assert faults_of(written(tmp_path, head, b"x,film,60,1,2,GIF89a of a dog.,v,1", name="moments.csv")) == ([2], [])


def test_faults_of_queries_and_candidates_are_kept_too(tmp_path: Path) -> None:
    faults = KeptFaults()
    queries = written(tmp_path, b"query_id,query,split,desc_id", b"1,A dog.,val,", b"1,A cat.,val,", b"2,A cow.,x,")
    assert [row.query_id for row in read_queries(queries, faults=faults)] == [1]
    candidates = written(
        tmp_path, b"query_id,desc_id,rank,similarity", b"1,5,1,0.5", b"1,5,2,0.4", b"1,6,3,7", b"2,5,2,0"
    )
    assert [row.desc_id for row in read_candidates(candidates, faults=faults)] == [5, 5]
    assert [fault.problem for fault in faults.kept] == [
        "query_id 1 is already on line 2",
        "split: expected one of val, test, exam, got 'x'",
        "desc_id 5 of query 1 is already on line 2",
        "similarity: expected -1 to 1, got 7",
        "rank 2 of query 2 has no rank 1 before it",
    ]
