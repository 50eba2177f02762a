import pytest

from moments.encoders import encoder_named
from moments.rewriting.checker import CaptionChecker
from moments.rewriting.checks import form_fault, fragment_fault, sendable, values_fault
from moments.rewriting.tagging.registry import tagger_named
from moments.rewriting.tagging.tagger import Found

DESCRIPTION = "Monica tells Ross that the lamp in the hall is broken."


@pytest.mark.parametrize(
    ("caption", "kind"),
    [
        ("A woman tells a man that the lamp in the hall is broken.", None),
        ("", "empty"),
        (" \n", "empty"),
        ("I'm sorry, but I can't help with that.", "refusal"),
        ("As an AI model I have no view of that scene.", "refusal"),
        ("A woman tells a man.\nThe lamp is broken.", "shape"),
        ("A woman\0 tells a man that the lamp is broken.", "shape"),
        ("**A woman** tells a man that the lamp is broken.", "shape"),
        ("A woman tells <b>a man</b> that the lamp is broken.", "shape"),
        ("See https://example.org for the lamp in the hall.", "shape"),
        ("A woman tells a man that the lamp is broken. " * 20, "length"),
        ("Una mujer le dice a un hombre que la lámpara está rota.", "language"),
        ("一个女人告诉一个男人走廊里的灯坏了", "language"),
        ("Женщина говорит мужчине, что лампа сломана.", "language"),
    ],
)
def test_a_caption_has_one_line_of_plain_text_in_the_language_of_its_description(caption, kind):
    fault = form_fault(DESCRIPTION, caption)
    assert (fault.kind if fault else None) == kind


@pytest.mark.parametrize(
    ("caption", "whole"),
    [("The lamp in the hall.", True), ("The lamp is there.", False), ("PWNED", False)],
)
def test_a_part_of_the_description_is_no_caption(caption, whole):
    fault = fragment_fault(DESCRIPTION, caption)
    assert (fault is None) == whole
    assert fragment_fault("Ross and Rachel kiss.", "Two people kiss.") is None


def test_a_refusal_that_is_described_is_none():
    assert form_fault("Sorry about the mess, Ross cleans up.", "Sorry about the mess, a man cleans up.") is None


@pytest.mark.parametrize(
    ("names", "passes"),
    [
        ([], True),
        ([Found("Ross")], False),
        ([Found("Ross", 0.8)], True),
        ([Found("Ross", 0.81)], False),
        ([Found("hall", 0.3), Found("Ross", 0.99)], False),
    ],
)
def test_with_scores_none_may_be_above_eight_tenths_and_without_any_name_fails(names, passes):
    fault = values_fault(0.9, names)
    assert (fault is None) == passes
    assert passes or (fault.kind == "name" and "Ross" in fault.detail)


@pytest.mark.parametrize(("similarity", "passes"), [(0.4, True), (0.3999, False), (1.0, True), (None, True)])
def test_similarity_is_at_least_four_tenths(similarity, passes):
    fault = values_fault(similarity, [])
    assert (fault is None) == passes
    assert passes or fault.kind == "similarity"


@pytest.mark.parametrize(
    ("description", "detail"),
    [("A" * 2001, "2,001 characters"), ("Ross\x07 rings.", "control"), ("Ross\0 rings.", "control")],
)
def test_what_is_too_long_or_holds_control_characters_is_not_sent(description, detail):
    assert detail in sendable(description).detail
    assert sendable("Ross rings,\tthen\nleaves.") is None


def test_both_checks_are_made_at_once_and_their_values_kept():
    checker = CaptionChecker(encoder_named("lexical"), tagger_named("capitals"))
    checker.fit([DESCRIPTION, "The dog sees Ross in the hall.", "A woman walks.", "In the hall Monica waits."])
    captions = [
        "A woman tells a man that the lamp in the hall is broken.",
        "A woman tells Ross that the lamp in the hall is broken.",
        "The dog barks.",
    ]
    good, named, far = checker.check([(DESCRIPTION, caption) for caption in captions])
    assert good.fault is None
    assert 0.4 < good.similarity < 1
    assert (named.fault.kind, [found.text for found in named.names]) == ("name", ["Ross"])
    assert (far.fault.kind, far.similarity < 0.4) == ("similarity", True)
