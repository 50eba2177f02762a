"""What a lead chooses from, and what comes of the choices."""

from __future__ import annotations

import pytest

from annotator.marking.answers import Answer, Reply
from annotator.marking.segments import Segment
from consensus.truths.versions import NONE, OWN, Choice, choices_in_words, chosen_truth, left_to_lead
from moments.marking_protocol import MarkingProtocol

PROTOCOL = MarkingProtocol(extent="outer")


def at(*stretches: tuple[float, float]) -> tuple[Segment, ...]:
    return tuple(Segment(round(1000 * start), round(1000 * end)) for start, end in stretches)


def author(*stretches: tuple[float, float]) -> Answer:
    return Answer(at(*stretches))


def marker(*stretches: tuple[float, float], **words: bool) -> Answer:
    return Answer(at(*stretches), **({"is_specific": True, "is_complete": True} | words if stretches else {}))


def third(*replies: tuple) -> Answer:
    return Answer(replies=tuple(Reply(at(span)[0], word, at(*segments)) for span, word, *segments in replies))


DISPUTED = (
    author((10, 20), (40, 50), (70, 80)),
    marker((10, 20), (46, 60), (75, 90)),
    third(((40, 60), "undecided"), ((70, 90), "edges", (85, 90))),
)


def test_what_is_decided_is_kept_and_every_version_of_the_rest_is_shown():
    left = left_to_lead(*DISPUTED, protocol=PROTOCOL)
    assert left.kept == at((10, 20), (75, 80), (85, 90))
    (piece,) = left.pieces
    assert (piece.span, dict(piece.versions)) == (at((40, 60))[0], {"author": at((40, 50)), "marker": at((46, 60))})
    assert left.reasons == ()


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (Choice("author"), [(10, 20), (40, 50), (75, 80), (85, 90)]),
        (Choice("marker"), [(10, 20), (46, 60), (75, 80), (85, 90)]),
        (Choice(NONE), [(10, 20), (75, 80), (85, 90)]),
        (Choice(OWN, at((20.5, 30))), [(10, 30), (75, 80), (85, 90)]),
    ],
)
def test_a_choice_makes_the_truth(choice: Choice, expected):
    assert chosen_truth(left_to_lead(*DISPUTED, protocol=PROTOCOL), [choice], protocol=PROTOCOL) == at(*expected)


def test_a_third_person_s_edges_are_a_version_too():
    answers = author((40, 50)), marker((49.9, 60)), third(((40, 60), "edges", (70, 80)))
    left = left_to_lead(*answers, protocol=PROTOCOL)
    assert dict(left.pieces[0].versions)["third"] == at((70, 80))
    assert chosen_truth(left, [Choice("third")], protocol=PROTOCOL) == at((70, 80))


@pytest.mark.parametrize(
    ("answers", "reasons", "roles"),
    [
        ((author((10, 20)), marker(), None), ("no answer here",), {"author"}),
        ((author((10, 20)), marker((11, 21), is_specific=False), None), ("not specific",), {"author", "marker"}),
        (
            (author((10, 20)), marker((40, 50)), third(((10, 20), "no"), ((40, 50), "no"))),
            ("the markings have no answer in common",),
            {"author", "marker"},
        ),
    ],
)
def test_what_speaks_against_a_question_leaves_it_as_one_piece(answers, reasons, roles):
    left = left_to_lead(*answers, protocol=PROTOCOL)
    assert (left.kept, left.reasons, set(left.pieces[0].versions)) == ((), reasons, roles)


@pytest.mark.parametrize("choices", [[], [Choice("third")], [Choice("nobody")], [Choice("author")] * 2])
def test_a_choice_that_nobody_has_is_refused(choices: list[Choice]):
    with pytest.raises(ValueError, match="expected 1 choices|nobody marked"):
        chosen_truth(left_to_lead(*DISPUTED, protocol=PROTOCOL), choices, protocol=PROTOCOL)


def test_choices_are_worded_for_the_ledger():
    choices = [Choice(OWN), Choice("author"), Choice(NONE), Choice("author")]
    assert choices_in_words(choices) == "the author's version of 2 pieces, own edges for 1 piece, no answer in 1 piece"
