"""Runs of clips and of segments are joined with the questions, and refused in one line that names the place."""

from __future__ import annotations

import json

import pytest

from evaluation.metrics.errors import EvaluationError
from evaluation.segments.reading.labels import read_questions
from evaluation.segments.reading.run import read_segment_run
from tests.evaluation.segments.reading.test_question_labels import LINE, entry

CLIP, OTHER = {"clip": "v1/90_100.mp4", "score": 0.9}, {"clip": "/x/v1/0.0_10.0.mp4", "score": 0.5}
SEGMENT = {"start": 1, "end": 2.5, "score": 0.3}


@pytest.fixture
def pools(tmp_path):
    (tmp_path / "labels_ms.json").write_text(
        json.dumps([entry(question_id="a"), entry(truths=[1], question_id="b"), entry(question_id="c")])
    )
    return read_questions([tmp_path / "labels_ms.json"])


@pytest.fixture
def windows(tmp_path):
    (tmp_path / "labels.jsonl").write_text("".join(json.dumps({**LINE, "qid": qid}) + "\n" for qid in (7, 8)))
    return read_questions([tmp_path / "labels.jsonl"])


@pytest.fixture
def read(tmp_path):
    def read(content, labels):
        path = tmp_path / "run.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return read_segment_run(path, labels)

    return read


def as_lines(*entries):
    return "".join(f"{json.dumps(one)}\n" for one in entries)


def test_clips_are_places_in_the_pool_in_the_order_of_the_questions(read, pools):
    run = read({"b": [OTHER], "a": [CLIP, OTHER, CLIP], "x": [{"clip": "anything", "score": 1}]}, pools)
    found = run.rankings.predictions
    assert run.rankings.clip.tolist() == [2, 0, 2, 3]
    assert (found.row.tolist(), found.rank.tolist()) == ([0, 0, 0, 1], [0, 1, 2, 0])
    assert (found.start_s.tolist(), found.end_s.tolist()) == ([90, 0, 90, 0], [100, 10, 100, 10])
    assert run.counts == {
        "questions_without_predictions": 1,
        "questions_not_labelled": 1,
        "predictions": 4,
        "repeated_predictions": 1,
        "questions_with_rising_scores": 1,
    }


def test_segments_need_no_pool(read, windows):
    run = read({"8": [SEGMENT], "7": []}, windows)
    assert (run.rankings.clip, run.rankings.predictions.row.tolist()) == (None, [1])


def test_the_lines_of_qvhighlights_say_the_same(read, windows):
    plain = read({"7": [SEGMENT, {**SEGMENT, "start": 0}], "8": []}, windows)
    predicted = {"qid": 7, "query": "x", "vid": "v1", "pred_relevant_windows": [[1, 2.5, 0.3], [0, 2.5, 0.3]],
                 "pred_saliency_scores": [-0.5]}  # fmt: skip
    lines = read(as_lines(predicted, {"qid": 8, "pred_relevant_windows": []}), windows)
    assert lines.counts == plain.counts
    assert lines.rankings.predictions.start_s.tolist() == plain.rankings.predictions.start_s.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({"a": [CLIP, {"clip": "v1/1_2.mp4", "score": 1}]}, "question 'a' prediction 2: clip: 'v1/1_2.mp4' is not in"),
        ({"a": [{"clip": "v2/90_100.mp4", "score": 1}]}, "clip: 'v2/90_100.mp4' is not in the question's pool"),
        ({"a": [{"clip": "nonsense", "score": 1}]}, "clip: 'nonsense' is not in the question's pool"),
        ({"a": [CLIP, {"clip": 3, "score": 1}]}, "question 'a' prediction 2: clip: expected text, got 3"),
        ({"a": [CLIP, {"clip": "v1/90_100.mp4"}]}, "question 'a' prediction 2: score: is missing"),
        ({"a": [{**CLIP, "score": "x"}]}, "question 'a' prediction 1: score: expected a finite number"),
        ({"a": [CLIP, SEGMENT]}, "question 'a' prediction 2: clip: is missing"),
        (
            {"a": [CLIP], "b": [SEGMENT]},
            "question 'b' prediction 1: the run ranks clips before this place",
        ),
        ({"a": [SEGMENT, {**SEGMENT, "end": 0}]}, "question 'a' prediction 2: end 0 is before start 1"),
        ({"a": [{**SEGMENT, "start": -1}]}, "start -1 is negative"),
        ({"a": [{**SEGMENT, "start": None}]}, "question 'a' prediction 1: start: expected a finite number, got None"),
        ({"a": [{"start": 1, "score": 1}]}, "question 'a' prediction 1: end: is missing"),
        ({"a": [1]}, "question 'a' prediction 1: expected an object, got 1"),
        ({"a": {}}, "question 'a': expected a list of predictions"),
        ({"x": [CLIP]}, "none of its 1 questions has labels in"),
        ({}, "there are no questions"),
        ([], "run.json: expected an object by question, or lines with qid and pred_relevant_windows"),
        ("", "run.json: the file is empty"),
        ('{"a": [], "a": []}', "the key 'a' appears twice"),
        ('{"a": [{"start": NaN, "end": 1, "score": 1}]}', "contains NaN"),
        ('{"a": []} x', "not JSON: Extra data"),
        (as_lines({"qid": "a", "pred_relevant_windows": 3}), "line 1: pred_relevant_windows: expected a list, got 3"),
    ],
)
def test_a_wrong_run_is_named_by_question_and_prediction(read, pools, content, problem):
    with pytest.raises(EvaluationError) as refused:
        read(content, pools)
    assert problem in str(refused.value)
    assert "run.json" in str(refused.value)


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (
            {"qid": 8, "pred_relevant_windows": [[0, 1, 1], [3, 2, 1]]},
            "line 2: pred_relevant_windows 2: end 2 is",
        ),
        (
            {"qid": 8, "pred_relevant_windows": [[0, 1]]},
            "pred_relevant_windows 1: expected [start, end, score]",
        ),
        (
            {"qid": 8, "pred_relevant_windows": [[0, 1, "x"]]},
            "pred_relevant_windows 1: score: expected a finite number",
        ),
        ({"qid": 8, "vid": "v9", "pred_relevant_windows": []}, "line 2: vid: expected 'v1' as in the labels, got 'v9'"),
        ({"qid": 7, "pred_relevant_windows": []}, "question '7': appears twice in the run"),
        ({"qid": [], "pred_relevant_windows": []}, "line 2: qid: expected an integer or text"),
        ({"qid": 8}, "line 2: pred_relevant_windows: is missing"),
    ],
)
def test_a_wrong_line_is_named_by_line_and_window(read, windows, wrong, problem):
    with pytest.raises(EvaluationError) as refused:
        read(as_lines({"qid": 7, "pred_relevant_windows": [[0, 1, 1]]}, wrong), windows)
    assert problem in str(refused.value)


def test_clips_without_a_pool_are_refused(read, windows):
    with pytest.raises(EvaluationError, match="clip: the labels have no pools of clips; expected start and end"):
        read({"7": [CLIP]}, windows)
