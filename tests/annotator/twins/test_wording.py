"""Captions as they are stored and compared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.twins.direction_words import DIRECTION_TERMS, direction_terms_in
from annotator.twins.wording import latin_share, nearness, normalised, stored_text, tokens_of, word_count

WORDS = st.lists(st.sampled_from("abc"), max_size=8)


def test_spaces_are_put_in_order_and_letters_composed() -> None:
    assert stored_text("  A\tcafe\u0301\n is\u3000open ") == "A café is open"


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("A Man, time-reversed!", ["a", "man", "time", "reversed"]),
        ("Ｗｉｄｅ ﬁsh 3½", ["wide", "fish", "31", "2"]),
        ("दरवाज़ा", ["दरवाज़ा"]),
        ("– … 👍", []),
    ],
)
def test_tokens_are_words_in_small_letters(text: str, tokens: list[str]) -> None:
    assert (tokens_of(text), normalised(text)) == (tokens, " ".join(tokens))


def test_a_dash_between_spaces_is_no_word() -> None:
    assert word_count("a man – 3 well-fed dogs …") == 5


@pytest.mark.parametrize(("text", "share"), [("abcд", 0.75), ("123", 1.0), ("ＡＢ", 1.0), ("дверь", 0.0)])
def test_the_share_of_latin_letters_is_of_the_letters(text: str, share: float) -> None:
    assert latin_share(text) == share


@pytest.mark.parametrize(
    ("one", "other", "value"),
    [
        ("abcd", "abcd", 1.0),
        ("abcd", "abxd", 0.75),
        ("ab", "ba", 0.5),
        ("ab", "cd", 0.0),
        ("", "", 1.0),
        ("a", "", 0.0),
    ],
)
def test_nearness_counts_what_both_have_in_the_same_order(one: str, other: str, value: float) -> None:
    assert nearness(one, other) == value


@given(WORDS, WORDS)
def test_nearness_is_the_same_both_ways_and_one_only_for_equal_lists(one: list[str], other: list[str]) -> None:
    assert nearness(one, other) == nearness(other, one)
    assert (nearness(one, other) == 1.0) == (one == other)


@pytest.mark.parametrize("term", DIRECTION_TERMS, ids=lambda term: term.text)
def test_every_term_is_found_in_a_sentence_whatever_its_case(term) -> None:
    assert direction_terms_in(tokens_of(f"A man, {term.text.upper()}.")) == [term]


def test_a_longer_term_wins_over_its_words() -> None:
    found = direction_terms_in(tokens_of("Played backwards, then backwards, then played backwards"))
    assert [term.text for term in found] == ["played backwards", "backwards"]
