"""TREC runs: any order of lines, documents by desc_id or pair_id, and one line for what is wrong."""

from __future__ import annotations

import gzip
import json

import pytest

from evaluation.metrics.errors import EvaluationError
from evaluation.reading.documents import moments_of_file, pairs_of_labels
from evaluation.reading.labels import read_labels
from evaluation.reading.run import read_run

LABELS = [
    {"pair_id": 5, "query_id": 7, "video_name": "a", "timestamp": [0, 10], "relevance": 3},
    {"pair_id": 6, "query_id": 7, "video_name": "b", "timestamp": [1, 5.5], "relevance": 2},
    {"pair_id": 8, "query_id": 9, "video_name": "b", "timestamp": [1, 5.5], "relevance": 2},
]
TVR = '{"desc_id": 31, "vid_name": "a", "ts": [0, 10]}\n{"desc_id": 32, "vid_name": "b", "ts": [1, 5.5]}\n'
BEIR = (
    '{"_id": "31", "text": "", "metadata": {"video_name": "a", "timestamp": [0, 10]}}\n'
    '{"_id": "32", "text": "", "metadata": {"video_name": "b", "timestamp": [1, 5.5]}}\n'
)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "labels.json").write_text(json.dumps(LABELS))
    (tmp_path / "tvr.jsonl").write_text(TVR)
    (tmp_path / "corpus.jsonl").write_text(BEIR)
    return tmp_path


def read(files, content, documents=None):
    (files / "r.trec").write_bytes(content)
    labels = read_labels(files / "labels.json")
    return read_run(files / "r.trec", labels, documents=documents or pairs_of_labels(labels))


def refusal(files, content, documents=None):
    with pytest.raises(EvaluationError) as refused:
        read(files, content, documents)
    return str(refused.value).removeprefix(str(files / "r.trec"))


def test_scores_order_the_lines_then_ranks_then_lines(files):
    content = b"9 Q0 8 1 0.5 t\n\n7\tQ0 5 2 1e0 t\r\n7 Q0 77 9 3 t\n7 Q0 6 1 1.0 t\n"
    for sent in (content, gzip.compress(content)):
        run = read(files, sent)
        found = run.predictions
        columns = (found.row, found.rank, found.video, found.end_s)
        rows = list(zip(*(column.tolist() for column in columns), strict=True))
        assert rows == [(0, 0, -1, 0), (0, 1, 1, 5.5), (0, 2, 0, 10), (1, 0, 1, 5.5)]
        assert (run.counts["predictions_of_unknown_moments"], run.counts["queries_with_rising_scores"]) == (1, 0)


@pytest.mark.parametrize("name", ["tvr.jsonl", "corpus.jsonl"])
def test_documents_are_moments_of_a_file(files, name):
    run = read(files, b"9 Q0 31 1 2 t\n7 Q0 32 1 2 t\n", moments_of_file(files / name))
    assert (run.predictions.video.tolist(), run.predictions.start_s.tolist()) == ([1, 0], [1, 0])


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"7 Q0 5 1 1\n", " line 1: expected query Q0 document rank score tag, got 5 fields"),
        (b"7 Q0 5 1 1 t\n7\n", " line 2: expected query Q0 document rank score tag, got 1 field"),
        (b"7 Q0 5 x 1 t\n", " line 1: rank: expected an integer, got 'x'"),
        (b"7 Q0 5 " + b"9" * 30 + b" 1 t\n", " line 1: rank: expected an integer"),
        (b"7 Q0 5 1 nan t\n", " line 1: score: expected a finite number, got 'nan'"),
        (b"7 Q0 5 1 1_0 t\n", " line 1: score: expected a finite number, got '1_0'"),
        (b"7 Q0 5 1 1 t\n7 Q0 \xff 1 1 t\n", " line 2: not UTF-8"),
        (b"7 Q0 a\0 1 1 t\n", " line 1: document: contains a NUL character"),
        (b"7 Q0 " + b"d" * 101 + b" 1 1 t\n", " line 1: document: expected at most 100 characters"),
        (b"7 Q0 5 1 1 t\n9 Q0 5 1 1 t\n", " line 2: pair_id 5 belongs to query 7, not to 9"),
        (b"7 Q0 5 1 1 t\n7 Q0 6 1 1 t\n7 Q0 5 2 0 t\n", " line 3: document '5' of query '7' is already in line 1"),
        (b"7 Q0 1 1 1 t\n7 Q0 2 1 1 t\n", ": none of its 2 documents is a pair_id of a known moment"),
        (b"no run at all\n", " line 1: expected query Q0 document rank score tag, got 4 fields"),
    ],
)
def test_a_wrong_line_is_named(files, content, problem):
    assert refusal(files, content).startswith(problem)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"desc_id": 1, "ts": [0, 1]}', "vid_name: is missing"),
        ('{"_id": "1", "metadata": 3}', "metadata: expected an object"),
        ('{"_id": "1", "metadata": {"video_name": "a"}}', "timestamp: is missing"),
        ('{"desc_id": 31, "vid_name": "a", "ts": [2, 1]}', "end 1 is before start 2"),
        ('{"desc_id": 31, "vid_name": "a", "ts": [1, 2]}', "moment 31 appears twice"),
    ],
)
def test_a_wrong_file_of_moments_is_named_by_line(files, line, problem):
    (files / "tvr.jsonl").write_text(TVR + line)
    found = refusal(files, b"7 Q0 31 1 1 t\n", moments_of_file(files / "tvr.jsonl"))
    assert found == f"{files / 'tvr.jsonl'} line 3: {problem}"


def test_without_documents_a_trec_run_says_what_it_needs(files):
    (files / "r.trec").write_text("7 Q0 5 1 1 t\n")
    with pytest.raises(EvaluationError, match="a TREC run needs the moments"):
        read_run(files / "r.trec", read_labels(files / "labels.json"))
