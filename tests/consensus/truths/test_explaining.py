"""Why a truth is what it is, step by step; what stands in the steps is the truth of the rules."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from annotator.marking.answers import Answer, Reply
from annotator.marking.segments import Marking, Segment, joined
from consensus.marking.ruling import rule_on_markings
from consensus.truths.explaining import steps_to_truth
from consensus.truths.questions import piece_answers
from moments.marking_protocol import MarkingProtocol
from tests.consensus.truths.test_versions import DISPUTED, author, marker, third

PROTOCOL = MarkingProtocol(extent="outer")


def sentences(*answers: Answer | None, **changed: object) -> list[tuple[str, str]]:
    protocol = MarkingProtocol(**{"extent": "outer", **changed})
    return [(step.rule, step.sentence) for step in steps_to_truth(*answers, protocol=protocol)]


def test_agreement_says_how_close_the_two_are():
    assert sentences(author((10, 20)), marker((11, 20))) == [
        (
            "M2",
            "The author marked 0:10–0:20 and the marker 0:11–0:20. They agree: the IoU is 0.90, the starts are 1.0 s "
            "apart and the ends the same. The truth takes the outer edges, 0:10–0:20.",
        )
    ]
    ((_, mean),) = sentences(author((10, 20)), marker((11, 20)), extent="mean")
    assert mean.endswith("The truth takes the mean edges, rounded outwards, 0:10.5–0:20.")


def test_a_piece_says_whose_it_is_and_what_the_third_person_said():
    assert sentences(author((10, 20), (40, 50)), marker((10, 20)))[1] == (
        "M2",
        "Only the author marked 0:40–0:50. A third annotator is asked.",
    )
    for word, end in (
        ("yes", "The third annotator said yes, so two of the three people agree on it, and it is kept."),
        ("no", "The third annotator said no, so it is dropped."),
        ("undecided", "The third annotator could not decide, so it is left to the lead."),
    ):
        answers = author((10, 20)), marker((10, 20), (40, 50)), third(((40, 50), word))
        assert sentences(*answers)[1] == ("M3", f"Only the marker marked 0:40–0:50. {end}")


def test_disputed_edges_say_what_two_of_three_cover():
    first = "The author marked 0:40–0:50 and the marker 0:46–1:00, which do not agree: the IoU is 0.20."
    assert sentences(author((40, 50)), marker((46, 60)), third(((40, 60), "edges", (43, 57)))) == [
        (
            "M3",
            f"{first} The third annotator marked 0:43–0:57. "
            "At least two of the three people cover 0:43–0:57, which is kept.",
        )
    ]
    ((_, mean),) = sentences(
        author((40, 50)), marker((46, 60)), third(((40, 60), "edges", (43, 58))), extent="mean_of_all"
    )
    assert mean.endswith("The mean of the three people’s edges is 0:43–0:56, which is kept.")
    assert sentences(author((40, 50)), marker((46, 60)), third(((40, 60), "edges", (70, 80)))) == [
        (
            "M3",
            f"{first} The third annotator marked 1:10–1:20. Nobody else marked any of that, so it is left to the lead.",
        )
    ]


def test_what_speaks_against_a_question_is_said_alone():
    assert sentences(author((10, 20)), marker()) == [("M4", "The marker says: no answer here.")]
    assert sentences(author((10, 20)), marker((10, 20), is_specific=False, is_complete=False)) == [
        ("M4", "The marker says: not specific, not complete.")
    ]
    assert sentences(author((10, 20)), None) == []
    steps = sentences(author((10, 20)), marker((40, 50)), third(((10, 20), "no"), ((40, 50), "no")))
    assert steps[-1] == ("M3", "No stretch is left on which two of the three people agree, so there is no truth.")


def test_the_steps_come_in_order_of_time():
    assert [step.span.start_ms for step in steps_to_truth(*DISPUTED, protocol=PROTOCOL)] == [10_000, 40_000, 70_000]


starts = st.lists(st.integers(0, 200), min_size=1, max_size=5, unique=True)


@given(starts, starts, st.lists(st.sampled_from(["yes", "no", "undecided"]), min_size=10, max_size=10))
def test_what_stands_in_the_steps_is_the_truth(ones, others, words):
    given_ = [joined((Segment(at * 700, at * 700 + 2_500) for at in side), gap_ms=0) for side in (ones, others)]
    pieces = rule_on_markings(*map(Marking, given_), protocol=PROTOCOL).pieces
    replies = tuple(
        Reply(piece.span, "edges" if word != "undecided" else word, (piece.span,) if word != "undecided" else ())
        if piece.kind == "edges"
        else Reply(piece.span, word)
        for piece, word in zip(pieces, words, strict=False)
    )
    answer = Answer(replies=replies)
    ruling = rule_on_markings(*map(Marking, given_), piece_answers(answer), protocol=PROTOCOL)
    judged = Answer(given_[1], is_specific=True, is_complete=True)
    steps = steps_to_truth(Answer(given_[0]), judged, answer, protocol=PROTOCOL)
    assert joined((one for step in steps for one in step.kept), gap_ms=PROTOCOL.gap_ms) == ruling.truth
