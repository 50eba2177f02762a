"""What a program sends about questions and viewings is read, or refused with the field that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from annotator.asking.entries import (
    GivenCondition,
    merged,
    read_answer_segments,
    read_bookmarks,
    read_condition,
    read_key,
    read_task,
    read_text,
    read_watched,
    refuse_condition_inside,
)
from moments.base.errors import BadInput
from moments.marking_protocol import MarkingProtocol


def refused(read: Any, *given: Any, **named: Any) -> str:
    with pytest.raises(BadInput) as caught:
        read(*given, **named)
    return str(caught.value)


@pytest.mark.parametrize("value", ["ca", None, 3, ["ms"], {}])
def test_a_task_is_one_that_people_write(value):
    assert refused(read_task, value) == "task: expected ms or ims"


@pytest.mark.parametrize(
    ("value", "refusal"),
    [
        (None, "text: expected a text, got null"),
        (7, "text: expected a text, got an integer"),
        ("x" * 1001, "text: expected at most 1,000 characters, got 1,001"),
        ("a\0b", "text: contains a NUL character"),
    ],
)
def test_what_is_no_text_of_a_question_is_refused(value, refusal):
    assert refused(read_text, value) == refusal


def test_an_unfinished_text_is_kept_as_it_was_typed():
    assert (read_text(""), read_text(" When does ")) == ("", " When does ")


@pytest.mark.parametrize(
    ("value", "refusal"),
    [
        ("k", "condition: expected null or an object with key and at_ms, got a text"),
        ({"at_ms": 3}, "condition: key: expected the key of a video"),
        ({"key": "k", "at_ms": 1.5}, "condition: at_ms: expected whole milliseconds of at least 0"),
        ({"key": "k", "at_ms": True}, "condition: at_ms: expected whole milliseconds of at least 0"),
        ({"key": "k", "at_ms": -1}, "condition: at_ms: expected whole milliseconds of at least 0"),
        ({"key": "k"}, "condition: at_ms: expected whole milliseconds of at least 0"),
    ],
)
def test_what_is_no_condition_is_refused(value, refusal):
    assert refused(read_condition, value) == refusal


def test_a_condition_is_an_instant_or_nothing():
    assert read_condition({"key": "k", "at_ms": 0}) == GivenCondition("k", 0)
    assert read_condition(None) is None


def test_segments_are_read_by_the_rules_of_marking():
    read = {"duration_ms": 60_000, "protocol": MarkingProtocol()}
    assert read_answer_segments([[0, 200], [200, 60_000]], **read) == [[0, 200], [200, 60_000]]
    assert refused(read_answer_segments, [[0, 199]], **read).startswith("segments: segment 1: lasts 199 ms")


@pytest.mark.parametrize("at_ms", [1000, 1500, 2000, 5000])
def test_a_picture_of_an_answer_is_refused(at_ms):
    assert "is inside segment" in refused(refuse_condition_inside, [[1000, 2000], [5000, 6000]], at_ms)


@pytest.mark.parametrize("at_ms", [0, 999, 2001, 4999, 6001])
def test_a_picture_beside_the_answers_is_taken(at_ms):
    refuse_condition_inside([[1000, 2000], [5000, 6000]], at_ms)


def test_what_was_watched_is_joined_and_cut_at_the_end():
    found = read_watched([[5000, 9000], [0, 1000], [1400, 3000], [8000, 99_000], [70_000, 80_000]], duration_ms=60_000)
    assert found == [[0, 3000], [5000, 60_000]]
    assert merged(found, [[3000, 5000]]) == [[0, 60_000]]


@pytest.mark.parametrize(
    "value", [None, {}, "x", [[1]], [[1, 2, 3]], [[0.5, 1]], [[True, 2]], [[-1, 2]], ["ab"], [[0, 2**40]]]
)
def test_what_is_no_list_of_stretches_is_refused(value):
    assert refused(read_watched, value, duration_ms=60_000).startswith("watched: ")


def test_lists_that_nobody_makes_by_hand_are_refused():
    assert "at most 2,000" in refused(read_watched, [[0, 1]] * 2001, duration_ms=60_000)
    assert "at most 1,000" in refused(read_bookmarks, [1] * 1001, duration_ms=60_000)


def test_bookmarks_are_in_order_and_each_once():
    assert read_bookmarks([500, 100, 500, 99_000], duration_ms=60_000) == [100, 500, 60_000]
    assert refused(read_bookmarks, [1, "2"], duration_ms=9) == (
        "bookmarks: time 2: expected whole milliseconds of at least 0"
    )


@pytest.mark.parametrize("value", [None, "", "x" * 65, "a\nb", 3])
def test_what_cannot_be_a_key_is_refused(value):
    assert refused(read_key, value) == "key: expected 1 to 64 printable characters"
