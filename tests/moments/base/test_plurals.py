"""One is singular, all else plural."""

import pytest

from moments.base.plurals import counted


@pytest.mark.parametrize(
    ("count", "nouns", "text"),
    [
        (0, ("minute",), "0 minutes"),
        (1, ("minute",), "1 minute"),
        (2, ("minute",), "2 minutes"),
        (1200, ("clip",), "1,200 clips"),
        (1, ("query is", "queries are"), "1 query is"),
        (3, ("query is", "queries are"), "3 queries are"),
    ],
)
def test_a_number_stands_with_its_noun(count, nouns, text):
    assert counted(count, *nouns) == text
