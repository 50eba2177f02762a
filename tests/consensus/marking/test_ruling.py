"""M2 and M3: from two markings and a third annotator's answers to the truth."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.marking.segments import Marking, Segment, hull, joined
from consensus.marking.ruling import MarkingOutcome, Piece, PieceAnswer, PieceKind, rule_on_markings
from moments.marking_protocol import MarkingProtocol
from tests.annotator.marking.drawn import ANSWERED, MARKINGS
from tests.rule_tables import segments, worked_table

PROTOCOL = MarkingProtocol(extent="outer")
WORDS: dict[str, PieceAnswer] = {"yes": True, "no": False, "cannot decide": None}


def marking(cell: str) -> Marking:
    return Marking(segments(cell))


@pytest.mark.parametrize(("one", "other", "matches", "truth", "still_open"), worked_table("M2"))
def test_the_worked_table_of_two_holds_whoever_is_the_author(
    one: str, other: str, matches: str, truth: str, still_open: str
) -> None:
    for author, marker in ((one, other), (other, one)):
        ruling = rule_on_markings(marking(author), marking(marker), protocol=PROTOCOL)
        assert (ruling.truth, tuple(piece.span for piece in ruling.pieces)) == (segments(truth), segments(still_open))
        assert ruling.outcome == (MarkingOutcome.SETTLED if still_open == "–" else MarkingOutcome.OPEN)


@pytest.mark.parametrize(("author", "marker", "piece", "answer", "truth", "question"), worked_table("M3"))
def test_the_worked_table_of_three_holds(
    author: str, marker: str, piece: str, answer: str, truth: str, question: str
) -> None:
    answers = {span: WORDS[answer] if answer in WORDS else segments(answer) for span in segments(piece)}
    ruling = rule_on_markings(marking(author), marking(marker), answers, protocol=PROTOCOL)
    assert (ruling.truth, ruling.outcome) == (segments(truth), MarkingOutcome(question))


def test_what_two_agree_on_can_get_the_mean_of_their_edges() -> None:
    protocol = MarkingProtocol(extent="mean")
    one, other = Marking((Segment(10_001, 20_000),)), Marking((Segment(11_002, 21_001),))
    assert rule_on_markings(one, other, protocol=protocol).truth == (Segment(10_501, 20_501),)


@pytest.mark.parametrize(("author", "marker", "piece", "answer", "truth"), worked_table("M3 mean of all"))
def test_disputed_edges_can_get_the_mean_of_three(
    author: str, marker: str, piece: str, answer: str, truth: str
) -> None:
    protocol = MarkingProtocol(extent="mean_of_all")
    answers: dict[Segment, PieceAnswer] = {segments(piece)[0]: segments(answer)}
    for one, other in ((author, marker), (marker, author)):
        ruling = rule_on_markings(marking(one), marking(other), answers, protocol=protocol)
        assert ruling.truth == segments(truth)
        assert ruling.outcome == (MarkingOutcome.LEAD if truth == "–" else MarkingOutcome.SETTLED)


def test_the_mean_of_all_is_the_mean_where_two_agree() -> None:
    one, other = Marking((Segment(10_001, 20_000),)), Marking((Segment(11_002, 21_001),))
    both = [rule_on_markings(one, other, protocol=MarkingProtocol(extent=extent)) for extent in ("mean", "mean_of_all")]
    assert both[0] == both[1]


def test_a_question_of_which_nothing_stands_goes_back() -> None:
    ruling = rule_on_markings(
        marking("[10, 20]"),
        marking("[40, 50]"),
        dict.fromkeys(segments("[10, 20] + [40, 50]"), False),
        protocol=PROTOCOL,
    )
    assert (ruling.outcome, ruling.truth) == (MarkingOutcome.RETURNED, ())


def test_an_open_piece_waits_even_if_another_needs_the_lead() -> None:
    author, marker = marking("[10, 20] + [40, 50]"), marking("[70, 80]")
    ruling = rule_on_markings(author, marker, {Segment(10_000, 20_000): None}, protocol=PROTOCOL)
    assert (ruling.outcome, len(ruling.pieces), len(ruling.for_lead)) == (MarkingOutcome.OPEN, 2, 1)


def test_a_piece_names_its_span_and_what_is_asked() -> None:
    (piece,) = rule_on_markings(marking("[0, 50]"), marking("[0, 10] + [40, 60]"), protocol=PROTOCOL).pieces
    assert piece == Piece(segments("[0, 50]"), segments("[0, 10] + [40, 60]"))
    assert (piece.kind, piece.span) == (PieceKind.EDGES, Segment(0, 60_000))


@pytest.mark.parametrize(
    ("span", "answer", "message"),
    [
        ("[1, 2]", True, r"there is no piece at \[1, 2\] s"),
        ("[40, 50]", (), r"the piece at \[40, 50\] s needs yes or no"),
        ("[70, 90]", True, r"the piece at \[70, 90\] s needs new edges"),
    ],
)
def test_an_answer_to_something_else_is_an_error(span: str, answer: PieceAnswer, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rule_on_markings(
            marking("[40, 50] + [70, 80]"), marking("[70, 90]"), {segments(span)[0]: answer}, protocol=PROTOCOL
        )


def test_an_author_without_a_segment_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one segment"):
        rule_on_markings(Marking(), marking("[1, 2]"), protocol=PROTOCOL)


@given(ANSWERED, ANSWERED)
def test_swapping_author_and_marker_changes_neither_truth_nor_pieces(one: Marking, other: Marking) -> None:
    there = rule_on_markings(one, other, protocol=PROTOCOL)
    back = rule_on_markings(other, one, protocol=PROTOCOL)
    assert (there.truth, there.outcome) == (back.truth, back.outcome)
    assert [(piece.span, piece.kind) for piece in there.pieces] == [(piece.span, piece.kind) for piece in back.pieces]


@given(ANSWERED, ANSWERED)
def test_no_two_pieces_overlap_and_every_segment_stands_or_is_asked_about(one: Marking, other: Marking) -> None:
    ruling = rule_on_markings(one, other, protocol=PROTOCOL)
    spans = [piece.span for piece in ruling.pieces]
    assert all(before.end_ms <= after.start_ms for before, after in pairwise(spans))
    for segment in one.segments + other.segments:
        assert any(stretch.covers(segment) for stretch in (*ruling.truth, *spans))


@settings(deadline=None)
@given(ANSWERED, ANSWERED, MARKINGS, st.lists(st.sampled_from([True, False, None]), min_size=1), st.data())
def test_the_truth_lies_within_what_author_and_marker_marked(
    one: Marking, other: Marking, third: Marking, said: list[bool | None], data: st.DataObject
) -> None:
    pieces = rule_on_markings(one, other, protocol=PROTOCOL).pieces
    answers: dict[Segment, PieceAnswer] = {
        piece.span: data.draw(st.sampled_from(said)) if piece.kind is PieceKind.SEGMENT else third.segments
        for piece in pieces
    }
    ruling = rule_on_markings(one, other, answers, protocol=PROTOCOL)
    union = joined(one.segments + other.segments, gap_ms=PROTOCOL.gap_ms)
    assert all(any(stretch.covers(truth) for stretch in union) for truth in ruling.truth)
    assert (ruling.pieces, joined(ruling.truth, gap_ms=PROTOCOL.gap_ms)) == ((), ruling.truth)
    assert ruling.outcome != MarkingOutcome.OPEN


@given(ANSWERED)
def test_two_people_who_mark_the_same_settle_on_it(one: Marking) -> None:
    ruling = rule_on_markings(one, one, protocol=PROTOCOL)
    assert (ruling.outcome, ruling.truth) == (MarkingOutcome.SETTLED, joined(one.segments, gap_ms=PROTOCOL.gap_ms))
    assert not ruling.truth or hull(ruling.truth) == hull(one.segments)
