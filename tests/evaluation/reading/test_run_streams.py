"""A run is read query by query: in little memory, in any parts, within bounds that the message names."""

from __future__ import annotations

import gzip
import json
import sys
import tracemalloc

import pytest

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.labels import read_labels
from evaluation.reading.run_formats import read_checked_run
from evaluation.scoring.answers import answers_of, packed_answers

SAID = {"video_name": "a", "timestamp": [0, 10.25], "score": -1.5}
LISTED = [{"desc_id": 7, "desc": 'ä]}\\"', "predictions": [[3, 0, 10.25, -1.5], [5, 1, 2, 3e-3]]}]
OWN = {"7": [SAID, {"video_name": "ü", "timestamp": [1, 2], "score": 3e-3}], "8": []}
TVR = {"SVMR": [{"predictions": [1, {"a": []}]}], "VR": 12345, "VCMR": LISTED, "video2idx": {"a": 3, "ü": 5}}


@pytest.fixture
def written(tmp_path):
    def write(content):
        path = tmp_path / "run.json"
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content, ensure_ascii=False).encode())
        return path

    return write


def columns_of(run):
    names = [run.video_names[at] for at in run.video]
    return dict(run.queries), names, run.start_s.tolist(), run.end_s.tolist(), run.score.tolist()


def refusal(path, **options):
    with pytest.raises(EvaluationError) as refused:
        read_checked_run(path, **options)
    return str(refused.value)


def steps_of(path):
    """How many lines of Python it takes to read the run."""
    steps = 0

    def count(frame, event, argument):
        nonlocal steps
        steps += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        read_checked_run(path)
    finally:
        sys.settrace(before)
    return steps


@pytest.mark.parametrize("part", [1, 2, 7, 1000])
def test_a_run_in_parts_of_any_size_is_the_run(written, monkeypatch, part):
    monkeypatch.setattr("evaluation.reading.parts.PART_BYTES", part)
    monkeypatch.setattr("evaluation.reading.stream.PART_BYTES", part)
    expected = {"7": 2}, ["a", "ü"], [0, 1], [10.25, 2], [-1.5, 3e-3]
    assert columns_of(read_checked_run(written(OWN))) == ({"7": 2, "8": 0}, *expected[1:])
    assert columns_of(read_checked_run(written(TVR))) == expected


def test_a_run_that_found_nothing_is_a_run(written):
    nothing = {"7": 0}, [], [], [], []
    assert columns_of(read_checked_run(written({"7": []}))) == nothing
    assert (
        columns_of(read_checked_run(written({"video2idx": {}, "VCMR": [{"desc_id": 7, "predictions": []}]}))) == nothing
    )


@pytest.mark.parametrize("part", [1, 16, 1000])
@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'{"7":\n [],\n  "7": []}', " line 3 column 3: the key '7' appears twice in one object"),
        (b'{"7": [],\n "8": [{"a": 1, "a": 2}]}', " line 2 column 17: the key 'a' appears twice in one object"),
        (b'{"7": [],\n "8": [NaN]}', " line 2 column 8: contains NaN, which is not a JSON number"),
        (b'{"7": [],\n\n "8": \xff[]}', " line 3: not UTF-8: invalid start byte"),
        (b'{"7": [],\n "8": [1 2' + b" " * 99 + b"]}", " line 2 column 10: not JSON: Expecting ',' delimiter"),
        (b'{"7": []\n "8": []}', " line 2 column 2: not JSON: Expecting ',' delimiter"),
        (b'{"7": [],\n 8: []}', " line 2 column 2: not JSON: Expecting property name enclosed in double quotes"),
        (b'{"7": []}\n{', " line 2 column 1: not JSON: Extra data"),
        (b'{"7": [],\n "8": [', " line 2 column 8: not JSON: Expecting value"),
        (b'{"7": [], "VCMR": []}', ": VCMR appears among queries; TVR's own keys must come first"),
        (b" \n ", ": the file is empty"),
        (b" \t\r\n" * 99 + b'  {"7": []} x', " line 100 column 13: not JSON: Extra data"),
        (b'{"7" \n\n' + b" " * 99 + b"[]}", " line 3 column 100: not JSON: Expecting ':' delimiter"),
        (b'{"7": []' + "\N{NO-BREAK SPACE}".encode() + b"}", " line 1 column 9: not JSON: Expecting ',' delimiter"),
    ],
)
def test_a_fault_is_reported_with_its_place_in_the_file(written, monkeypatch, content, problem, part):
    monkeypatch.setattr("evaluation.reading.parts.PART_BYTES", part)
    monkeypatch.setattr("evaluation.reading.stream.PART_BYTES", part)
    path = written(content)
    assert refusal(path) == f"{path}{problem}"


@pytest.mark.parametrize("sound", [b'{SPACES"7": []}', b'SPACES{"7": []}', b'{"7"SPACES: []}', b'{"7": []SPACES}'])
def test_spaces_take_no_step_each(written, sound):
    few, many = (steps_of(written(sound.replace(b"SPACES", b" \n" * count))) for count in (20, 100_000))
    assert many <= few  # what is done once a process may fall to the first


def test_a_bomb_of_spaces_is_refused_at_the_bound(written):
    path = written(gzip.compress(b" " * 20_000_000))
    assert refusal(path, limit_bytes=10_000_000) == f"{path}: is larger than 10,000,000 bytes when unpacked"


def test_a_run_beyond_its_bounds_is_refused(written, monkeypatch):
    monkeypatch.setattr("evaluation.reading.run_columns.MOST_PREDICTIONS", 2)
    assert refusal(written({"6": [SAID], "7": [SAID] * 2})).endswith("query '7': the run has more than 2 predictions")
    monkeypatch.setattr("evaluation.reading.run_columns.MOST_QUERIES", 1)
    assert refusal(written({"6": [SAID], "7": []})).endswith("query '7': the run has more than 1 queries")


def test_one_query_may_not_be_as_large_as_a_run(written, monkeypatch):
    monkeypatch.setattr("evaluation.reading.parts.PART_BYTES", 1000)
    monkeypatch.setattr("evaluation.reading.stream.PART_BYTES", 1000)
    monkeypatch.setattr("evaluation.reading.stream.LONGEST_VALUE", 4000)
    assert "line 1 column 7: a value of more than 4,000 characters" in refusal(written({"7": [SAID] * 1000}))


def test_a_run_of_many_queries_is_read_in_little_memory(written):
    path = written({str(query): [SAID] * 50 for query in range(1000)})
    tracemalloc.start()
    try:
        run = read_checked_run(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (len(run.video), path.stat().st_size > 3_000_000) == (50_000, True)
    assert peak < 8_000_000  # read at once it takes more than 20 MB


def test_a_name_that_no_video_can_have_is_kept_short(written, tmp_path):
    label = {"pair_id": 1, "query_id": 7, "video_name": "a", "timestamp": [0, 10], "relevance": 3}
    (tmp_path / "labels.json").write_text(json.dumps([label]))
    run = read_checked_run(written({"7": [{**SAID, "video_name": "x" * 100_000}, SAID]}))
    packed = packed_answers(run, read_labels(tmp_path / "labels.json"))
    assert [answer.video for answer in answers_of(packed, 0)] == ["x" * 200, "a"]
