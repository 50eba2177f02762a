"""How rewrites are read out of what a model answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.twins.caption_checks import STANDARD_LIMITS
from consensus.twin_rewrites.candidates import candidates_in, form_faults, new_texts

TWO = ["A man opens a door.", "The door is opened."]


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ('["A man opens a door.", "The door is opened."]', TWO),
        ('```json\n["A man opens a door.", "The door is opened."]\n```', TWO),
        ('Here they are:\n["A man opens a door.", "The door is opened."]', TWO),
        ("1. A man opens a door.\n2) The door is opened.", TWO),
        ("- A man opens a door.\n\n* The door is opened.", TWO),
        ("Here they are:\n“A man opens a door.”\n“The door is opened.”", TWO),
        ('["A man opens a door.", 3, null, "", {"a": 1}, "The door is opened."]', TWO),
        ('{"rewrites": 3}', []),
        ("[]", []),
        ('["A man opens', []),
        ("", []),
        ("I'm sorry, I cannot do that.", []),
        ("[" * 100_000, []),
    ],
)
def test_it_reads_a_list_or_lines(answer: str, found: list[str]) -> None:
    assert candidates_in(answer) == found


@given(st.text())
def test_whatever_a_model_answers_is_read_without_an_error(answer: str) -> None:
    assert all(one.strip() for one in candidates_in(answer))


def test_what_is_known_or_comes_twice_is_left_out_and_the_rest_is_put_in_order() -> None:
    found = new_texts(["A  man\topens it", "a man opens it.", "It opens!", "He waits"], ["it opens"], most=5)
    assert found == ["A man opens it", "He waits"]


@given(st.lists(st.text()))
def test_whatever_is_stored_can_be_stored(candidates: list[str]) -> None:
    found = new_texts(candidates, [], most=3)
    assert len(found) <= 3
    assert not any("\0" in one or len(one) > 2000 or not one for one in found)
    assert [one.encode().decode() for one in found] == found


def test_a_rewrite_is_checked_as_a_caption_is() -> None:
    faults = form_faults(["A man opens it", "He sits", "x" * 2001, "A man walks backwards home"], STANDARD_LIMITS)
    assert [bool(one) for one in faults] == [False, True, True, False]
