"""JSON lines are read an object a line, and refused with their line."""

from __future__ import annotations

import gzip

import pytest

from evaluation.metrics.errors import EvaluationError
from evaluation.reading import lines
from evaluation.reading.lines import json_lines


@pytest.fixture
def written(tmp_path):
    def write(content):
        path = tmp_path / "file.jsonl"
        path.write_bytes(content)
        return path

    return write


@pytest.mark.parametrize(
    "content",
    [
        b'{"a": 1}\n\n{"a": 2}',
        b'\xef\xbb\xbf{"a": 1}\r\n \n{"a": 2}\n',
        gzip.compress(b'{"a": 1}\n\n{"a": 2}\n', mtime=0),
    ],
)
def test_objects_come_with_their_lines_and_empty_lines_are_left_out(written, content):
    assert list(json_lines(written(content))) == [(1, {"a": 1}), (3, {"a": 2})]


def test_lines_are_whole_where_a_part_of_the_file_ends_within_one(written, monkeypatch):
    monkeypatch.setattr("evaluation.reading.parts.PART_BYTES", 3)
    assert [line for line, _ in json_lines(written(b'{"a": "x"}\n' * 20))] == [*range(1, 21)]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'{"a": 1}\n{"a": 1', "line 2 column 8: not JSON"),
        (b'{"a": 1}\n{"a": 1} 2', "line 2 column 10: not JSON"),
        (b'{"a": 1}\n\n[1]', "line 3: expected an object, got [1]"),
        (b'{"a": 1}\n{"a": NaN}', "line 2 column 7: contains NaN"),
        (b'{"a": 1}\n{"a": 1, "a": 2}', "line 2 column 10: the key 'a' appears twice"),
        (b'{"a": 1}\n{"a": "\xff"}', "line 2: not UTF-8"),
        (b'{"a": 1}\n' + b"[" * 5000 + b" " * 50_000, "nested too deep"),
        (b'{"a": 1}\n{"a": [' + b"[]," * 3000 + b"1]}", "lists; a line of its size may contain"),
    ],
)
def test_what_is_no_object_is_refused_with_its_line(written, content, problem):
    with pytest.raises(EvaluationError) as refused:
        list(json_lines(written(content)))
    assert problem in str(refused.value)


def test_a_line_without_end_is_refused_soon(written, monkeypatch):
    monkeypatch.setattr(lines, "LONGEST_VALUE", 1000)
    with pytest.raises(EvaluationError, match="line 2: a line of more than 1,000 characters"):
        list(json_lines(written(b"{}\n" + b" " * 3_000_000)))
