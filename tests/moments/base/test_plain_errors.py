"""What is shown of an error: its kind and place, and words without anybody's values."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pytest
from django.conf import settings

from moments.base.plain_errors import MOST_WORDS, kind_of, place_of, words_of
from moments.models import Campaign

LONG = "too long " * 50


class WordlessError(Exception):
    def __str__(self):
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ZoneInfoNotFoundError("No time zone found with key Nowhere/Land"), "No time zone found with key Nowhere/Land"),
        (KeyError("ada"), "…"),
        (ValueError("invalid literal for int(): 'Ada'"), "invalid literal for int(): …"),
        (
            ValueError('duplicate key violates unique constraint "seat_place_once"\nDETAIL:  Key (name)=(Ada) exists.'),
            'duplicate key violates unique constraint "seat_place_once"',
        ),
        (ValueError('null value in column "pair_id"'), 'null value in column "pair_id"'),
        (OSError(2, "No such file", "/home/ada/clip.gif"), "[Errno 2] No such file: …"),
        (ValueError("ada@example.org was refused by 192.168.20.31"), "… was refused by …"),
        (ValueError("see https://labels.example.org/c/films/ for wk-7f3k9 of ada"), "see … for … of ada"),
        (ValueError("a\x00b\x1b[31mc\ud800d"), "a b [31mc d"),
        (ValueError("don't, can't, won't"), "don't, can't, won't"),
        (ValueError(), ""),
        (WordlessError(), ""),
    ],
)  # fmt: skip
def test_words_hold_no_value_of_anybodys(error, words):
    assert words_of(error) == words


def test_long_words_are_cut():
    assert (len(words_of(ValueError(LONG))), words_of(ValueError(LONG))[-1]) == (MOST_WORDS, "…")


def test_the_place_is_the_innermost_line_of_our_own():
    campaign = Campaign(time_zone="Nowhere/Land")
    with pytest.raises(ZoneInfoNotFoundError) as caught:
        campaign.zone  # noqa: B018
    assert place_of(caught.value, settings.BASE_DIR).split(":")[0] == "moments/models/campaign.py"
    assert kind_of(caught.value) == "ZoneInfoNotFoundError"


def test_an_error_from_elsewhere_has_no_place():
    with pytest.raises(ZoneInfoNotFoundError) as caught:
        ZoneInfo("Nowhere/Land")
    assert place_of(caught.value, settings.BASE_DIR) == ""
