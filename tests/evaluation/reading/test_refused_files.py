"""Bad labels and runs are refused in one line that names the place; formats and counts are as documented."""

from __future__ import annotations

import gzip
import json

import pytest

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.document import read_document
from evaluation.reading.labels import read_labels
from evaluation.reading.run import read_run

GOOD = {"pair_id": 1, "query_id": 7, "video_name": "a", "timestamp": [0, 10], "relevance": 3}
SAID = {"video_name": "a", "timestamp": [0, 10], "score": 1}


@pytest.fixture
def written(tmp_path):
    def write(content, name="file.json"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return path

    return write


def refusal(read, *arguments, **options):
    with pytest.raises(EvaluationError) as refused:
        read(*arguments, **options)
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "the file is empty"),
        (b" \n", "the file is empty"),
        (b"[1,\n2", "line 2 column 2: not JSON"),
        (b'["a",\n"\xff"]', "line 2: not UTF-8"),
        (b'["NaN",\n NaN]', " line 2 column 2: contains NaN"),
        (b"[-Infinity]", " line 1 column 2: contains -Infinity"),
        (b'{"7": [], "7": []}', " line 1 column 11: the key '7' appears twice in one object"),
        (
            b'{"6": [{"a": "}{\\"", "b": {}}],\n "7": [{"a": 1,\n"\\u0061" : 2}]}',
            " line 3 column 1: the key 'a' appears",
        ),
        (b"[" * 5000 + b" " * 50_000, "nested too deep"),
        (b"[" + b"[],\n" * 3000 + b"1]", "contains 3,001 lists; a file of its size may contain 2,500"),
        (b"[" + b'{"a":1},' * 3000 + b"1]", "contains 3,000 objects; a file of its size may contain 2,000"),
        (b'["1",\n-' + b"1" * 5000 + b"]", " line 2 column 1: an integer of more than 4,300 digits"),
        (b"\x1f\x8b\x08broken", "damaged gzip"),
        (gzip.compress(b"[1, 2]", mtime=0)[:-6], "damaged gzip"),
    ],
)
def test_a_file_that_is_no_sound_json_is_refused(written, content, problem):
    assert problem in refusal(read_document, written(content))


DENSE = {
    "own": {str(query): [{"video_name": "", "timestamp": [0, 1], "score": 1}] * 100 for query in range(50)},
    "own, nothing found": {str(query): [] for query in range(1000, 5000)},
    "authors'": [{"query_id": query, "predictions": [[0, 0, 1, 1]] * 100} for query in range(50)],
    "authors', nothing found": [{"query_id": query, "predictions": []} for query in range(5000)],
    "corpus": {str(video): [1, video] for video in range(1000, 5000)},
}


@pytest.mark.parametrize("document", DENSE.values(), ids=DENSE)
def test_the_densest_sound_files_are_read(written, document):
    assert read_document(written(json.dumps(document, separators=(",", ":")).encode())) == document


def test_a_file_that_is_not_there_is_refused(tmp_path):
    assert "No such file" in refusal(read_document, tmp_path / "none.json")


def test_gzip_is_recognised_by_its_first_bytes_and_by_its_name(written):
    assert read_document(written(gzip.compress(b"[1]"))) == [1]
    plain = written(b"[1]", "plain.json.gz")
    assert refusal(read_document, plain) == f"{plain}: has the ending .gz but is not gzip"


def test_a_gzip_bomb_and_a_file_too_large_are_refused_at_the_bound(written):
    bomb = written(gzip.compress(b"[" + b" " * 20_000_000 + b"]"))
    problem = f"{bomb}: is larger than 1,000,000 bytes when unpacked"
    assert refusal(read_document, bomb, limit_bytes=1_000_000) == problem
    large = written([1] * 9)
    assert refusal(read_document, large, limit_bytes=9) == f"{large}: is larger than 9 bytes"


def test_a_name_that_no_file_can_have_is_refused(tmp_path):
    assert refusal(read_document, tmp_path / "a\0b").endswith("a\0b: embedded null byte")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"relevance": 5}, "entry 2 (query 7): relevance: expected an integer 0 to 4, got 5"),
        ({"relevance": -1}, "got -1"),
        ({"relevance": 2.5}, "got 2.5"),
        ({"relevance": True}, "got True"),
        ({"relevance": None}, "got None"),
        ({"timestamp": [5, 4]}, "end 4 is before start 5"),
        ({"timestamp": [-1, 4]}, "start -1 is negative"),
        ({"timestamp": [0, 10**400]}, "end: expected a finite number, got an integer with too many digits"),
        ({"timestamp": [0, 1e308]}, "entry 2 (query 7): end 1e+308 is beyond 1,000,000,000 seconds"),
        ({"timestamp": [0, 1_000_000_001]}, "end 1e+09 is beyond"),
        ({"timestamp": [0]}, "timestamp: expected [start, end]"),
        ({"timestamp": ["0", "1"]}, "start: expected a finite number, got '0'"),
        ({"video_name": 3}, "video_name: expected text, got 3"),
        ({"query_id": None}, "query_id: expected an integer or text, got None"),
        ({"pair_id": 1}, "pair_id 1 is already in entry 1"),
        ({"video_name": "a\ud800"}, "entry 2 (query 7): video_name: contains half a surrogate pair"),
        ({"video_name": "a\0"}, "entry 2 (query 7): video_name: contains a NUL character"),
        ({"query_id": "\udfff"}, "entry 2 (query '\\udfff'): query_id: contains half a surrogate pair"),
        ({"pair_id": "1\0"}, "pair_id: contains a NUL character"),
        ({"similarity": "x"}, "entry 1 (query 7): similarity: is missing"),
    ],
)
def test_a_wrong_label_is_named_by_entry_and_query(written, change, problem):
    assert problem in refusal(read_labels, written([GOOD, {**GOOD, "pair_id": 2, **change}]))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({}, ": expected a list of labels"),
        ("text", ": expected a list of labels"),
        ([], ": the list is empty: no labels in the file"),
        ([1], " entry 1: expected an object"),
        ([{}], " entry 1: pair_id: is missing"),
    ],
)
def test_what_is_no_list_of_labels_is_refused(written, content, problem):
    assert refusal(read_labels, written(content)).endswith(problem)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({"7": [SAID, {**SAID, "timestamp": [3, 2]}]}, "query '7' prediction 2: end 2 is before start 3"),
        ({"6": [SAID], "7": [{**SAID, "timestamp": [-3, 2]}]}, "query '7' prediction 1: start -3 is negative"),
        ({"7": [{**SAID, "score": "1"}]}, "query '7' prediction 1: score: expected a finite number"),
        ({"7": [{"video_name": "a", "score": 1}]}, "query '7' prediction 1: timestamp: is missing"),
        ({"7": [SAID, 3]}, "query '7' prediction 2: expected an object"),
        ({"7": {}}, "expected a list of predictions"),
        (
            {"7": [SAID, {**SAID, "video_name": "\ud800"}]},
            "query '7' prediction 2: video_name: contains half a surrogate",
        ),
        ({"7": [{**SAID, "video_name": "a\0b"}]}, "query '7' prediction 1: video_name: contains a NUL character"),
        ({"7": [SAID], "a\ud800": [SAID]}, "query 'a\\ud800': contains half a surrogate pair"),
        ({"a\0": [SAID]}, "query 'a\\x00': contains a NUL character"),
        ({"video2idx": {"\ud800": 1}, "VCMR": [{"desc_id": 7, "predictions": [[1, 0, 1, 1]]}]}, "half a surrogate"),
        ({"video2idx": {"a": 1}, "VCMR": [{"desc_id": "\0", "predictions": []}]}, "entry 1: desc_id: contains a NUL"),
        ({"7": [SAID, {**SAID, "timestamp": [1e308, 1e308]}]}, "query '7' prediction 2: end 1e+308 is beyond"),
        ({"8": [SAID]}, "none of its 1 queries has a label"),
        ({}, "file.json: there are no queries"),
        ([], "file.json: the list is empty: there are no queries"),
        ({"video2idx": {}, "VCMR": []}, "the list VCMR is empty: there are no queries"),
        (
            b'{"7": [{"video_name": "a", "timestamp": [0, 1], "score": 1e999}]}',
            "score: expected a finite number, got inf",
        ),
        ([1], "needs the video corpus (video_corpus.json) beside it"),
        (3, "expected a run"),
        ({"VCMR": []}, "needs the object video2idx"),
        ({"video2idx": {"a": 1, "b": 1}, "VCMR": [{}]}, "index 1 already belongs to 'a'"),
        ({"video2idx": {"a": 1}, "VCMR": [{"desc_id": 7, "predictions": [[2, 0, 1, 1]]}]}, "no video has the index 2"),
        ({"video2idx": {"a": 1}, "VCMR": [{"desc_id": 7, "predictions": [[1, 0, 1]]}]}, "expected [video, start"),
        ({"video2idx": {"a": 1}, "VCMR": [{"desc_id": 7, "predictions": []}] * 2}, "query '7': appears twice"),
        ({"video2idx": {"a": 1}, "VCMR": [{"query_id": 7}]}, "expected an object with desc_id"),
    ],
)
def test_a_wrong_run_is_named_by_query_and_prediction(written, content, problem):
    labels = read_labels(written([GOOD], "labels.json"))
    assert problem in refusal(read_run, written(content), labels)


def test_the_three_formats_say_the_same(written):
    labels = read_labels(written([GOOD, {**GOOD, "pair_id": 2, "video_name": "b"}], "labels.json"))
    corpus = written({"a": [90.5, 4], "b": [80, 9]}, "corpus.json")
    listed = [[9, 1, 5.5, 2.0], [4, 0, 10, 1.0]]
    own = [{**SAID, "video_name": "b", "timestamp": [1, 5.5]}, SAID]
    runs = [
        read_run(written({"7": own}, "own.json"), labels),
        read_run(written([{"query_id": 7, "desc": "", "predictions": listed}]), labels, corpus=corpus),
        read_run(
            written({"video2idx": {"a": 4, "b": 9}, "VCMR": [{"desc_id": 7, "predictions": listed}]}, "t.json"), labels
        ),
    ]
    columns = [
        (r.predictions.video.tolist(), r.predictions.start_s.tolist(), r.predictions.end_s.tolist()) for r in runs
    ]
    assert columns == [([1, 0], [1, 0], [5.5, 10])] * 3


def test_what_the_labels_do_not_know_is_counted_and_left_aside(written):
    labels = read_labels(written([GOOD, {**GOOD, "pair_id": 2, "query_id": 8}], "labels.json"))
    run = read_run(written({"9": [SAID], "7": [{**SAID, "video_name": "z"}, SAID, SAID]}), labels)
    assert run.counts == {
        "queries_without_predictions": 1,
        "queries_not_labelled": 1,
        "predictions": 3,
        "predictions_in_videos_without_labels": 1,
        "repeated_predictions": 1,
        "queries_with_rising_scores": 0,
    }
    assert run.predictions.rank.tolist() == [0, 1, 2]
