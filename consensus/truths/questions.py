"""What the rules say of a question's answers so far (M2, M3, M4), as pure functions."""

from __future__ import annotations

from dataclasses import dataclass

from annotator.marking.answers import Answer, Reply
from annotator.marking.segments import Marking, Segment
from consensus.marking.returning import MarkerReview, NextStep, next_step, reasons_to_return
from consensus.marking.ruling import MarkingOutcome, Piece, PieceAnswer, rule_on_markings
from moments.marking_protocol import MarkingProtocol

NO_TRUTH = "the markings have no answer in common"


@dataclass(frozen=True, slots=True)
class QuestionRuling:
    """The outcome with its truth, the pieces to ask a third annotator about, and why the question is returned."""

    outcome: MarkingOutcome
    truth: tuple[Segment, ...] = ()
    pieces: tuple[Piece, ...] = ()
    reasons: tuple[str, ...] = ()


def rule_on_question(
    author: Answer, marker: Answer, third: Answer | None = None, *, times_returned: int, protocol: MarkingProtocol
) -> QuestionRuling:
    """M4 on what is said of the question, then M2 on both markings, with a third annotator's replies M3.

    `author` is the answer in the author's place: it judges the question only if somebody else gave it.
    """
    objections = objections_of(author, marker)
    if objections:
        return _back(objections, times_returned)
    ruling = rule_on_markings(
        Marking(author.segments), Marking(marker.segments), piece_answers(third), protocol=protocol
    )
    if ruling.outcome is MarkingOutcome.RETURNED:
        return _back((NO_TRUTH,), times_returned)
    return QuestionRuling(ruling.outcome, ruling.truth, ruling.pieces)


def objections_of(author: Answer, marker: Answer) -> tuple[str, ...]:
    """What people say against the question (M4), each reason once; an author says nothing against their own."""
    judges = [marker] if author.segments and _review(author) is None else [author, marker]
    found = [reasons_to_return(Marking(one.segments), _review(one)) for one in judges]
    return tuple(dict.fromkeys(str(reason) for reasons in found for reason in reasons))


def piece_answers(third: Answer | None) -> dict[Segment, PieceAnswer]:
    """A third annotator's replies by the span of the piece, as the rules take them; none without a third annotator."""
    return {} if third is None else {reply.span: _piece_answer(reply) for reply in third.replies}


def _back(reasons: tuple[str, ...], times_returned: int) -> QuestionRuling:
    step = next_step(reasons, times_returned=times_returned)
    outcome = MarkingOutcome.RETURNED if step is NextStep.RETURN else MarkingOutcome.LEAD
    return QuestionRuling(outcome, reasons=reasons)


def _review(marker: Answer) -> MarkerReview | None:
    if marker.is_specific is None or marker.is_complete is None:
        return None
    return MarkerReview(marker.is_specific, marker.is_complete, marker.needs_condition)


def _piece_answer(reply: Reply) -> PieceAnswer:
    if reply.word == "edges":
        return reply.segments
    return None if reply.word == "undecided" else reply.word == "yes"
