"""Runs of ranked lists give what their matrix gives, and are refused in one line that names the place."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from evaluation.metrics.errors import EvaluationError
from evaluation.twins.metrics.settings import TwinSettings
from evaluation.twins.reading.labels import read_twin_labels
from evaluation.twins.reading.run import read_twin_run
from evaluation.twins.scoring.figures import figures_of
from tests.evaluation.twins.worlds import entries, labels_file, plainly

RNG = np.random.default_rng(4)


@pytest.fixture
def labels(tmp_path):
    return read_twin_labels(labels_file(tmp_path, entries(6, 3)))


def lists_of(labels, scores):
    """The lists of one direction."""
    names, twin = labels.items.names, labels.items.twin
    lists = {}
    for item, name in enumerate(names):
        lists[name] = {"ranked": [names[at] for at in np.argsort(-scores[item])], "own": float(scores[item, item])}
        if twin[item] >= 0:
            lists[name]["twin"] = float(scores[item, twin[item]])
    return lists


def read(tmp_path, labels, run, width=10):
    path = tmp_path / "run.json"
    path.write_text(run if isinstance(run, str) else json.dumps(run))
    return read_twin_run(path, labels, width=width)


def measured(labels, run, ks=(1, 5, 10)):
    found = figures_of(labels.items, run.answers, TwinSettings(ks=ks), resamples=0, seed=0)
    return {direction: {task: part["measures"] for task, part in tasks.items()} for direction, tasks in found.items()}


def test_lists_give_what_their_matrix_gives(tmp_path, labels):
    scores = RNG.random((15, 15))
    run = read(
        tmp_path, labels, {"video_to_text": lists_of(labels, scores.T), "text_to_video": lists_of(labels, scores)}
    )
    found = measured(labels, run)
    assert list(found) == ["text_to_video", "video_to_text"]
    assert found["text_to_video"] == {task: pytest.approx(own) for task, own in plainly(labels.items, scores).items()}
    assert found["video_to_text"] == {task: pytest.approx(own) for task, own in plainly(labels.items, scores.T).items()}
    assert run.counts == {"lists_against_their_scores": 0}


def test_the_top_of_the_lists_is_enough_for_recall_in_one_direction(tmp_path, labels):
    scores = RNG.random((15, 15))
    lists = lists_of(labels, scores)
    for entry in lists.values():
        forward = [place for place, one in enumerate(entry["ranked"]) if one[0] == "v"]
        entry["ranked"] = entry["ranked"][: max(forward[1] + 1, 2)]  # two of each task
    found = measured(labels, read(tmp_path, labels, {"text_to_video": lists}, width=2), ks=(1, 2))
    assert list(found) == ["text_to_video"]
    whole = plainly(labels.items, scores, ks=(1, 2))
    for task in ("Origin", "Hard"):
        recalls = {name: pytest.approx(whole[task][name]) for name in ("R@1", "R@2")}
        assert found["text_to_video"][task] == recalls | {"MedR": None, "MeanR": None}
    assert found["text_to_video"]["Binary"] == pytest.approx(whole["Binary"])


def test_lists_that_contradict_their_own_scores_are_counted(tmp_path, labels):
    lists = lists_of(labels, RNG.random((15, 15)))
    lists["v0"] |= {"ranked": labels.items.names, "own": 0.1, "twin": 0.2}  # v0 before b0 in the list
    lists["b0"] |= {"ranked": labels.items.names, "own": 0.1, "twin": 0.1}
    run = read(tmp_path, labels, {"text_to_video": lists})
    assert run.counts == {"lists_against_their_scores": 1}
    assert run.answers["text_to_video"].binary[:2].tolist() == [0, 0.5]


def broken(change):
    def run(labels):
        lists = lists_of(labels, np.eye(15))
        change(lists)
        return {"text_to_video": lists}

    return run


@pytest.mark.parametrize(
    ("run", "problem"),
    [
        (lambda _: [], "expected an object with text_to_video or video_to_text, or an .npz file"),
        (lambda _: "", "expected an object with text_to_video or video_to_text"),
        (lambda _: {}, "there are no lists"),
        (lambda _: {"scores": {}}, "expected text_to_video or video_to_text, got 'scores'"),
        (lambda _: {"text_to_video": []}, "text_to_video: expected an object by name"),
        (broken(lambda lists: lists.pop("v1")), "text_to_video: the list of 'v1' is missing"),
        (broken(lambda lists: lists.update(x=lists["v1"])), "text_to_video 'x': is not in"),
        (broken(lambda lists: lists.update(v1=["v1"])), "'v1': expected an object with a list ranked, got ['v1']"),
        (broken(lambda lists: lists["v1"].pop("twin")), "'v1': twin: is missing"),
        (broken(lambda lists: lists["v1"].update(own=None)), "'v1': own: expected a finite number, got None"),
        (broken(lambda lists: lists["v1"].update(ranked=["v1", "x"])), "'v1' rank 2: 'x' is not in"),
        (broken(lambda lists: lists["v1"].update(ranked=["v1", "v2", "v1"])), "'v1' rank 3: 'v1' appears twice"),
        (
            broken(lambda lists: lists["v1"].update(ranked=["v1", {}])),
            "'v1' rank 2: ranked: expected an integer or text",
        ),
        (broken(lambda lists: lists["b1"].update(ranked=["v1"])), "'b1': ranked: ranks 1 candidates of Hard; expected"),
        (
            broken(
                lambda lists: lists["v1"].update(
                    ranked=[f"b{at}" for at in range(6)] + [f"v{at}" for at in (2, 3, 4, 5)]
                )
            ),
            "'v1': ranked: ranks 4 candidates of Origin; expected its own or at least 10",
        ),
        (lambda _: '{"text_to_video": {"v0": {"ranked": ["v0"], "own": NaN}}}', "NaN"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(tmp_path, labels, run, problem):
    with pytest.raises(EvaluationError, match=re.escape(problem)) as refused:
        read(tmp_path, labels, run(labels))
    assert str(refused.value).startswith(str(tmp_path / "run.json"))
