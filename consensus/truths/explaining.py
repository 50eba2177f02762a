"""Why the truth of a question is what it is: M2, M3 and M4 step by step, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotator.marking.answers import Answer
from annotator.marking.clock import stretches
from annotator.marking.matching import Match, compare
from annotator.marking.segments import Marking, Segment, iou, joined
from consensus.marking.ruling import (
    Piece,
    PieceAnswer,
    PieceKind,
    decide_piece,
    extent_of,
    mean_of_three,
    rule_on_markings,
)
from consensus.truths.questions import objections_of, piece_answers
from moments.marking_protocol import MarkingProtocol

BY = {True: "author", False: "marker"}


@dataclass(frozen=True, slots=True)
class Step:
    """What one rule says of a part of the question; `kept` is what stands of it."""

    rule: str
    sentence: str
    span: Segment | None = None
    kept: tuple[Segment, ...] = ()


def steps_to_truth(
    author: Answer, marker: Answer | None, third: Answer | None = None, *, protocol: MarkingProtocol
) -> tuple[Step, ...]:
    """The steps in order: what speaks against the question, what two agree on, each piece; none without a marker."""
    if marker is None:
        return ()
    against = objections_of(author, marker)
    if against:
        return (Step("M4", f"The marker says: {', '.join(against)}."),)
    compared = compare(author.segments, marker.segments, protocol=protocol)
    steps = [_agreed(match, protocol) for match in compared.agreed]
    pieces = rule_on_markings(Marking(author.segments), Marking(marker.segments), protocol=protocol).pieces
    answers = piece_answers(third)
    steps += [_piece(piece, answers, protocol) for piece in pieces]
    steps.sort(key=lambda step: step.span or Segment(0, 1))
    if pieces and not any(step.kept for step in steps) and all(piece.span in answers for piece in pieces):
        undecided = any(decide_piece(piece, answers[piece.span], protocol=protocol) is None for piece in pieces)
        if not undecided:
            steps.append(Step("M3", "No stretch is left on which two of the three people agree, so there is no truth."))
    return tuple(steps)


def _agreed(match: Match, protocol: MarkingProtocol) -> Step:
    kept = extent_of(match, protocol)
    edges = "outer edges" if protocol.extent == "outer" else "mean edges, rounded outwards"
    start, end = match.one.start_ms - match.other.start_ms, match.one.end_ms - match.other.end_ms
    sentence = (
        f"The author marked {stretches([match.one])} and the marker {stretches([match.other])}. They agree: the IoU is "
        f"{match.iou:.2f}, the starts are {_apart(start)} and the ends {_apart(end)}. The truth takes the {edges}, "
        f"{stretches([kept])}."
    )
    return Step("M2", sentence, kept, (kept,))


def _apart(ms: int) -> str:
    return f"{abs(ms) / 1000:.1f} s apart" if ms else "the same"


def _piece(piece: Piece, answers: Mapping[Segment, PieceAnswer], protocol: MarkingProtocol) -> Step:
    dispute = _dispute(piece)
    if piece.span not in answers:
        return Step("M2", f"{dispute} A third annotator is asked.", piece.span)
    answer = answers[piece.span]
    decided = decide_piece(piece, answer, protocol=protocol)
    third = joined(answer, gap_ms=protocol.gap_ms) if isinstance(answer, tuple) else ()
    mean = mean_of_three(piece, third, protocol=protocol)
    return Step("M3", f"{dispute} {_word(answer, decided, is_mean=mean is not None)}", piece.span, decided or ())


def _dispute(piece: Piece) -> str:
    if piece.kind == PieceKind.SEGMENT:
        return f"Only the {BY[bool(piece.author)]} marked {stretches([piece.span])}."
    apart = ""
    if len(piece.author) == len(piece.marker) == 1:
        apart = f": the IoU is {iou(piece.author[0], piece.marker[0]):.2f}"
    author, marker = stretches(piece.author), stretches(piece.marker)
    return f"The author marked {author} and the marker {marker}, which do not agree{apart}."


def _word(answer: PieceAnswer, decided: Sequence[Segment] | None, *, is_mean: bool) -> str:
    if answer is None:
        return "The third annotator could not decide, so it is left to the lead."
    if answer is True:
        return "The third annotator said yes, so two of the three people agree on it, and it is kept."
    if answer is False:
        return "The third annotator said no, so it is dropped."
    marked = f"The third annotator marked {stretches(answer)}."
    if decided is None:
        return f"{marked} Nobody else marked any of that, so it is left to the lead."
    if is_mean:
        return f"{marked} The mean of the three people’s edges is {stretches(decided)}, which is kept."
    return f"{marked} At least two of the three people cover {stretches(decided)}, which is kept."
