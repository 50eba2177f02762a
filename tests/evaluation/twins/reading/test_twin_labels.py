"""Labels of twins are read in two layouts, and refused in one line that names the place."""

from __future__ import annotations

import json
import re

import pytest

from evaluation.metrics.errors import EvaluationError
from evaluation.twins.reading.labels import read_twin_labels
from tests.evaluation.twins.worlds import entries, entry, labels_file

FORTH, BACK = entry("a", "forward", "b"), entry("b", "backward", "a")


def test_the_videos_of_a_split_are_read_with_their_twins(tmp_path):
    rows = [*entries(2, 1), *(entry(f"t{at}", "forward", None, "train") for at in range(3))]
    labels = read_twin_labels(labels_file(tmp_path, rows))
    assert labels.items.names == ["v0", "b0", "v1", "b1", "v2"]
    assert labels.items.forward.tolist() == [True, False, True, False, True]
    assert labels.items.twin.tolist() == [1, 0, 3, 2, -1]
    assert labels.items.family.tolist() == [0, 0, 1, 1, 2]
    assert (labels.counts["videos"], labels.counts["forward_videos"], labels.counts["twins"]) == (5, 3, 2)


def test_numbers_and_texts_are_the_same_names(tmp_path):
    rows = [entry(7, "forward", "8"), entry("8", "backward", 7)]
    assert read_twin_labels(labels_file(tmp_path, rows)).items.names == ["7", "8"]


def test_equal_captions_are_counted(tmp_path):
    rows = entries(3)
    rows[1]["caption"] = "V0  moves"  # as its twin's, blanks and capitals aside
    rows[4]["caption"] = rows[2]["caption"]
    counts = read_twin_labels(labels_file(tmp_path, rows)).counts
    assert (counts["twins_with_equal_captions"], counts["captions_that_appear_again"]) == (1, 2)


def test_the_published_layout_names_backward_videos_after_raw_ones(tmp_path):
    published = {
        "331": {
            "temporal": True,
            "reverse": True,
            "forward_captions": ["Up.", "Rises."],
            "reverse_captions": ["Down."],
        },
        "332": {"temporal": True, "reverse": False, "forward_captions": ["Burns."], "reverse_captions": []},
    }
    labels = read_twin_labels(labels_file(tmp_path, published), split="test")
    assert labels.items.names == ["331", "331_rev", "332"]
    assert (labels.items.forward.tolist(), labels.items.twin.tolist()) == ([True, False, True], [1, 0, -1])
    assert labels.counts["captions_not_used"] == 1


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (7, "expected a list of videos, or an object by video, got 7"),
        ([], "there are no twins in the split 'test'"),
        ([entry("a", "forward", None)], "there are no twins in the split 'test'"),
        ([FORTH, BACK | {"split": "val"}], "entry 1: reverse: 'b' is in the split 'val', not in 'test'"),
        ([FORTH], "entry 1: reverse: 'b' is not in the file"),
        ([FORTH, BACK | {"reverse": None}], "entry 1: reverse: 'b' is a twin of None, not of 'a'"),
        ([FORTH, BACK, entry("c", "forward", "b")], "entry 3: reverse: 'b' is a twin of 'a', not of 'c'"),
        ([FORTH, BACK | {"direction": "forward"}], "entry 1: reverse: 'b' runs in the same direction"),
        ([FORTH | {"reverse": "a"}], "entry 1: reverse: a video cannot be its own twin"),
        ([FORTH, BACK, entry("c", "backward", None)], "entry 3: reverse: a backward video has to have a twin"),
        ([FORTH, BACK, FORTH], "entry 3: vid: 'a' is already in"),
        ([FORTH, BACK | {"direction": "up"}], "entry 2: direction: expected forward or backward, got 'up'"),
        (
            [FORTH, BACK | {"direction": ["forward"]}],
            "entry 2: direction: expected forward or backward, got ['forward']",
        ),
        ([FORTH, BACK | {"caption": ""}], "entry 2: caption: expected text, got ''"),
        ([FORTH | {"vid": True}, BACK], "entry 1: vid: expected an integer or text, got True"),
        ([FORTH | {"vid": "a\0"}, BACK], "entry 1: vid: contains a NUL character"),
        ([FORTH, {"vid": "b"}], "entry 2: caption: is missing"),
        ([FORTH, "b"], "entry 2: expected an object, got 'b'"),
        ({"a": []}, "video 'a': expected an object, got []"),
        ({"a": {"reverse": "yes"}}, "video 'a': reverse: expected true or false, got 'yes'"),
        ({"a": {"reverse": True, "forward_captions": ["x"]}}, "video 'a': reverse_captions: expected a list that is"),
        ({"a": {"reverse": False, "forward_captions": [3]}}, "video 'a': forward_captions: expected text, got 3"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(tmp_path, rows, problem):
    with pytest.raises(EvaluationError, match=re.escape(problem)) as refused:
        read_twin_labels(labels_file(tmp_path, rows))
    assert "\n" not in str(refused.value)
    assert str(refused.value).startswith(str(tmp_path / "labels.json"))


def test_a_backward_name_that_is_taken_is_refused(tmp_path):
    raw = {"temporal": True, "reverse": True, "forward_captions": ["Up."], "reverse_captions": ["Down."]}
    with pytest.raises(EvaluationError, match=r"video 'a_rev': vid: 'a_rev' is already in .* video 'a'"):
        read_twin_labels(labels_file(tmp_path, {"a": raw, "a_rev": raw | {"reverse": False}}))


def test_a_key_twice_is_refused(tmp_path):
    (tmp_path / "labels.json").write_text(json.dumps([FORTH])[:-2] + ', "vid": "c"}]')
    with pytest.raises(EvaluationError, match="'vid' appears twice"):
        read_twin_labels(tmp_path / "labels.json")
