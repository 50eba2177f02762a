"""Distinct words and hours."""

import pytest

from annotator.text.vocabulary import hours, vocabulary


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ([], set()),
        (["A man, a MAN!"], {"a", "man"}),
        (["Don't stop", "don’t go"], {"don't", "don’t", "stop", "go"}),
        (["'quoted' words'"], {"quoted", "words"}),
        (["two-way 24 STRASSE Straße"], {"two", "way", "24", "strasse"}),
        (["Монета café"], {"монета", "café"}),
    ],
)
def test_words_count_once_without_regard_to_case(texts: list[str], words: set[str]) -> None:
    assert vocabulary(texts) == words


def test_seconds_add_up_to_hours() -> None:
    assert hours([1800.0, 900.0]) == 0.75
    assert hours([]) == 0.0
