"""The moments that queries were made from, in TVR's JSON lines."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from evaluation.metrics.columns import Truths
from evaluation.metrics.errors import EvaluationError
from evaluation.reading.labels import Labels
from evaluation.reading.true_moments import TrueMoment, read_true_moments, with_true_moments

ZERO = np.zeros(1, dtype=np.int64)
LABELS = Labels(Path("val.json"), ["7", "8"], ["a"], Truths(ZERO, ZERO, ZERO + 1.0, ZERO + 2.0, ZERO), None)


def line(desc_id=7, vid_name="b", ts=(1, 2.5), **more):
    return {"desc_id": desc_id, "vid_name": vid_name, "ts": list(ts), **more}


@pytest.fixture
def file(tmp_path):
    def written(*lines):
        (tmp_path / "tvr.jsonl").write_text("\n".join(json.dumps(one) for one in lines))
        return tmp_path / "tvr.jsonl"

    return written


def test_the_moments_of_labelled_queries_are_read_and_others_left_out(file):
    found = read_true_moments(file(line(desc="text"), line(9)), LABELS)
    assert found == [TrueMoment("7", "b", 1.0, 2.5)]


def test_their_videos_get_numbers_beside_those_of_the_labels():
    moments = [TrueMoment("8", "b", 1.0, 2.5), TrueMoment("7", "a", 3.0, 4.0), TrueMoment("9", "c", 0.0, 1.0)]
    labels, truths = with_true_moments(LABELS, moments)
    assert labels.video_names == ["a", "b"]
    assert (truths.row.tolist(), truths.video.tolist(), truths.relevance.tolist()) == ([1, 0], [1, 0], [4, 4])
    assert (truths.start_s.tolist(), truths.end_s.tolist()) == ([1.0, 3.0], [2.5, 4.0])


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([{"desc_id": 7, "ts": [1, 2]}], "line 1: vid_name: is missing"),
        ([line(), line()], "line 2: desc_id: 7 appears twice"),
        ([line(ts=(3, 2))], "line 1: end 2 is before start 3"),
        ([line(vid_name="")], "line 1: vid_name: expected text"),
        ([line(9)], "has the moment of no query of val.json"),
    ],
)
def test_a_wrong_line_is_named(file, lines, problem):
    with pytest.raises(EvaluationError, match=problem):
        read_true_moments(file(*lines), LABELS)
