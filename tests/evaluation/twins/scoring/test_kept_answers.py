"""Items and answers come back from a database as they were."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.twins.metrics.settings import TwinSettings
from evaluation.twins.reading.kept_items import digest_of_items, packed_items, unpacked_items
from evaluation.twins.reading.labels import TwinLabels
from evaluation.twins.reading.run import read_twin_run
from evaluation.twins.scoring.figures import figures_of
from evaluation.twins.scoring.kept_answers import COLUMNS, answers_as_rows, answers_from_rows, summary_of
from evaluation.twins.scoring.reference_runs import reference_answers, write_reference
from tests.evaluation.twins.metrics.test_twin_matrix import answered
from tests.evaluation.twins.worlds import items_of


def as_lists(answers):
    """The answers to every task by direction, as plain lists."""
    return {
        direction: {task: found.of(task).tolist() for task in ("Origin", "Hard", "Binary")}
        for direction, found in answers.items()
    }


def test_items_come_back_and_have_a_digest_of_their_own():
    items = items_of(3, 2)
    back = unpacked_items(packed_items(items))
    assert (back.names, back.forward.tolist(), back.twin.tolist()) == (
        items.names,
        items.forward.tolist(),
        items.twin.tolist(),
    )
    assert digest_of_items(back) == digest_of_items(items)
    assert len({digest_of_items(one) for one in (items, items_of(3, 1), items_of(2, 3))}) == 3


@pytest.mark.parametrize("directions", [("text_to_video", "video_to_text"), ("text_to_video",), ("video_to_text",)])
def test_answers_come_back_with_their_directions(directions):
    items = items_of(3, 2)
    both = answered(items, np.random.default_rng(1).random((8, 8), dtype=np.float32))
    answers = {
        one: given for one, given in zip(("text_to_video", "video_to_text"), both, strict=True) if one in directions
    }
    rows = answers_as_rows(items, answers)
    assert rows.shape == (8, len(COLUMNS))
    assert as_lists(answers_from_rows(items, rows)) == as_lists(answers)


def test_a_summary_leaves_out_what_is_not_known():
    items = items_of(2)
    answers = reference_answers(items, "oracle")
    answers["text_to_video"].hard[0] = np.inf
    figures = figures_of(items, answers, TwinSettings(ks=(1,)), resamples=10, seed=0)
    summary = summary_of(figures)
    assert list(summary) == COLUMNS
    assert list(summary["text_to_video Hard"]["measures"]) == ["R@1"]
    assert summary["text_to_video Origin"] == {
        "queries": 2,
        "candidates": 2,
        "chance": {"R@1": 0.5, "MedR": 1.5, "MeanR": 1.5},
        "measures": {"R@1": [1, 1, 1], "MedR": [1, 1, 1], "MeanR": [1, 1, 1]},
    }


@pytest.mark.parametrize("kind", ["random", "oracle"])
def test_a_reference_run_answers_what_its_file_answers(tmp_path, kind):
    items = items_of(150)
    write_reference(items, kind, tmp_path / "run.npz", seed=4)
    read = read_twin_run(tmp_path / "run.npz", TwinLabels("labels", items, {}), width=10)
    assert as_lists(reference_answers(items, kind, seed=4)) == as_lists(dict(read.answers))
