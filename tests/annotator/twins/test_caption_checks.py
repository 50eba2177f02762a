"""The checks of captions while they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.twins.caption_checks import SAME_MEANING, CaptionFault, CaptionLimits, check_caption, check_couple
from tests.rule_tables import worked_table

LONG = "A man sits down. " * 2_500
HINDI = "एक आदमी दरवाज़ा खोलता है"


def text(cell: str) -> str:
    return cell.encode("latin-1", "backslashreplace").decode("unicode_escape")


def outcome(faults: list[CaptionFault]) -> str:
    return "taken" if not faults else "refused" if any(fault.refused for fault in faults) else "pointed out"


def sentences(cell: str) -> list[str]:
    return [] if cell == "–" else [cell]


@pytest.mark.parametrize(("caption", "result", "sentence"), worked_table("T caption"))
def test_a_caption_is_taken_refused_or_something_is_pointed_out(caption: str, result: str, sentence: str) -> None:
    faults = check_caption(text(caption))
    assert (outcome(faults), [fault.sentence for fault in faults]) == (result, sentences(sentence))


@pytest.mark.parametrize(("one", "other", "result", "sentence"), worked_table("T couple"))
def test_two_captions_must_not_say_the_same(one: str, other: str, result: str, sentence: str) -> None:
    faults = check_couple(text(one), text(other))
    assert (outcome(faults), [fault.sentence for fault in faults]) == (result, sentences(sentence))


def test_a_caption_of_ten_thousand_words_is_only_said_to_be_too_long() -> None:
    assert [fault.sentence for fault in check_caption(LONG)] == ["The caption has 10,000 words. Write at most 60."]
    assert check_couple(LONG, LONG) == []


def test_one_endless_word_is_too_long_too() -> None:
    sentence = "The caption has 5,000 characters. Write at most 2,000."
    assert [fault.sentence for fault in check_caption("x" * 5_000)] == [sentence]


@pytest.mark.parametrize("caption", [HINDI + " क्\u200dष", "男の人がTシャツを着る", "A man opens the door (дверь)"])
def test_a_campaign_that_asks_for_no_latin_letters_takes_other_scripts_with_their_joiners(caption: str) -> None:
    assert check_caption(caption, CaptionLimits(min_words=1, least_script=0.0)) == []


@pytest.mark.parametrize(("similarity", "found"), [(0.95, [(SAME_MEANING, False)]), (0.9, []), (None, [])])
def test_an_encoder_finds_captions_that_mean_the_same_in_other_words(similarity, found) -> None:
    faults = check_couple("A man opens the door", "Somebody unlocks this entrance", similar=lambda *both: similarity)
    assert [(fault.sentence, fault.refused) for fault in faults] == found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A ball rolls from left to right", "A ball rolls from right to left"),  # 0.71 by words
        ("A boy climbs up the ladder", "A boy climbs down the ladder"),
        ("A man opens the door", "a man opens  the Door"),
    ],
)
def test_an_encoder_is_not_asked_where_most_words_are_shared(one: str, other: str) -> None:
    asked = []
    check_couple(one, other, similar=lambda *both: asked.append(both))
    assert asked == []


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"min_words": 0}, "min_words: expected 1 to 60, got 0"),
        ({"min_words": 9, "max_words": 8}, "min_words: expected 1 to 8, got 9"),
        ({"nearest": 1.5}, "nearest: expected 0 to 1, got 1.5"),
        ({"least_script": float("nan")}, "least_script: expected 0 to 1, got nan"),
    ],
)
def test_limits_out_of_range_are_refused(limits: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        CaptionLimits(**limits)


@given(st.text(max_size=200), st.text(max_size=200))
def test_no_text_breaks_a_check_and_the_order_of_two_makes_no_difference(one: str, other: str) -> None:
    assert all(fault.sentence for fault in check_caption(one))
    found = [[(fault.check, fault.refused) for fault in check_couple(*both)] for both in ((one, other), (other, one))]
    assert found[0] == found[1]
