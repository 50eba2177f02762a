"""Which segments are the truth of a question: M2 on two markings, M3 with a third annotator's answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from annotator.marking.matching import Match, compare
from annotator.marking.segments import Marking, Segment, hull, joined
from consensus.marking.majority import covered_by_two
from moments.marking_protocol import MarkingProtocol

PEOPLE_A_QUESTION = 3
"""An author, a marker and a third annotator, all different (M2, M3)."""

PieceAnswer = bool | tuple[Segment, ...] | None
"""Yes or no to a segment, or the edges of a disputed stretch; None if the third annotator could not decide."""


class MarkingOutcome(StrEnum):
    """What the rules say of a question's markings so far."""

    SETTLED = "settled"  # the truth stands
    OPEN = "open"  # a third annotator is asked about the pieces
    LEAD = "lead"  # the third annotator's answers do not decide everything
    RETURNED = "returned"  # there is no truth: the question goes back to its author (M4)


class PieceKind(StrEnum):
    """What the third annotator is asked about a piece."""

    SEGMENT = "segment"  # does this answer the question?
    EDGES = "edges"  # where does the answer start and end?


@dataclass(frozen=True, slots=True)
class Piece:
    """What two people do not agree on: segments of theirs that overlap each other, or one segment of one of them.

    Only `kind` and `span` may reach the third annotator, who must not know whose segments they are. No two pieces of a
    question overlap, so the span names the piece.
    """

    author: tuple[Segment, ...]
    marker: tuple[Segment, ...]

    @property
    def kind(self) -> PieceKind:
        """A single segment is confirmed or not; segments that overlap need new edges."""
        return PieceKind.SEGMENT if len(self.author) + len(self.marker) == 1 else PieceKind.EDGES

    @property
    def span(self) -> Segment:
        """From the first start to the last end of all its segments."""
        return hull(self.author + self.marker)


@dataclass(frozen=True, slots=True)
class MarkingRuling:
    """The outcome, the segments that stand so far, and what is open: pieces to ask about and pieces for the lead."""

    outcome: MarkingOutcome
    truth: tuple[Segment, ...]
    pieces: tuple[Piece, ...] = ()
    for_lead: tuple[Piece, ...] = ()


NO_ANSWERS: Mapping[Segment, PieceAnswer] = {}


def rule_on_markings(
    author: Marking,
    marker: Marking,
    answers: Mapping[Segment, PieceAnswer] = NO_ANSWERS,
    *,
    protocol: MarkingProtocol,
) -> MarkingRuling:
    """M2 on the author's and the marker's segments; with `answers` by the span of a piece, M3.

    Raises ValueError if the author marked nothing (a question needs an answer), and for an answer to no piece or of
    the wrong kind.
    """
    if not author.has_answer:
        raise ValueError("the author of a question marks at least one segment")
    if not marker.has_answer:
        return MarkingRuling(MarkingOutcome.RETURNED, ())
    compared = compare(author.segments, marker.segments, protocol=protocol)
    stands = [extent_of(match, protocol) for match in compared.agreed]
    pieces = _pieces(
        [match.one for match in compared.disputed] + [*compared.only_one],
        [match.other for match in compared.disputed] + [*compared.only_other],
        settled=joined(stands, gap_ms=protocol.gap_ms),
    )
    _check_answers(answers, pieces)
    waiting = tuple(piece for piece in pieces if piece.span not in answers)
    for_lead = []
    for piece in pieces:
        if piece.span in answers:
            decided = decide_piece(piece, answers[piece.span], protocol=protocol)
            stands.extend(decided or ())
            if decided is None:
                for_lead.append(piece)
    truth = joined(stands, gap_ms=protocol.gap_ms)
    return MarkingRuling(_outcome(truth, waiting, for_lead), truth, waiting, tuple(for_lead))


def extent_of(match: Match, protocol: MarkingProtocol) -> Segment:
    """The truth of two segments that agree: their outer edges, or the mean of each edge, rounded outwards."""
    if protocol.extent == "outer":
        return hull((match.one, match.other))
    starts, ends = match.one.start_ms + match.other.start_ms, match.one.end_ms + match.other.end_ms
    return Segment(starts // 2, -(-ends // 2))


def mean_of_three(piece: Piece, third: Sequence[Segment], *, protocol: MarkingProtocol) -> Segment | None:
    """The mean of each edge of the three people's segments, rounded outwards, with the extent `mean_of_all`.

    None with another extent, and for a piece of which one of them has not marked exactly one segment.
    """
    lanes = (piece.author, piece.marker, third)
    if protocol.extent != "mean_of_all" or any(len(lane) != 1 for lane in lanes):
        return None
    starts, ends = sum(lane[0].start_ms for lane in lanes), sum(lane[0].end_ms for lane in lanes)
    return Segment(starts // 3, -(-ends // 3))


def decide_piece(piece: Piece, answer: PieceAnswer, *, protocol: MarkingProtocol) -> tuple[Segment, ...] | None:
    """What stands of a piece once the third annotator answered (M3); None if the lead has to decide.

    A segment stands as it is, or does not. Of a disputed stretch stands what at least two of the three cover. The
    lead decides if that is nothing, or nothing of what the third annotator marked. With the extent `mean_of_all`, a
    stretch of which each of the three marked one segment gets the mean of their edges.
    """
    if answer is None:
        return None
    if isinstance(answer, bool):
        return piece.author + piece.marker if answer else ()
    third = joined(answer, gap_ms=protocol.gap_ms)
    covered = covered_by_two(piece.author, piece.marker, third, shortest_ms=protocol.shortest_ms)
    if not any(stretch.overlap_ms(segment) for stretch in covered for segment in third):
        return None
    mean = mean_of_three(piece, third, protocol=protocol)
    return covered if mean is None else (mean,)


def _pieces(author: Iterable[Segment], marker: Iterable[Segment], *, settled: Sequence[Segment]) -> tuple[Piece, ...]:
    """The segments left over, grouped where they overlap; those that an agreed truth covers need no answer."""
    authors, markers = _uncovered(author, settled), _uncovered(marker, settled)
    pieces = []
    for stretch in _overlapping_runs(authors + markers):
        of_author = tuple(sorted(segment for segment in authors if stretch.covers(segment)))
        of_marker = tuple(sorted(segment for segment in markers if stretch.covers(segment)))
        pieces.append(Piece(of_author, of_marker))
    return tuple(pieces)


def _uncovered(segments: Iterable[Segment], settled: Sequence[Segment]) -> list[Segment]:
    return [segment for segment in segments if not any(truth.covers(segment) for truth in settled)]


def _overlapping_runs(segments: Iterable[Segment]) -> list[Segment]:
    runs: list[Segment] = []
    for segment in sorted(segments):
        if runs and runs[-1].overlap_ms(segment):
            runs[-1] = hull((runs[-1], segment))
        else:
            runs.append(segment)
    return runs


def _check_answers(answers: Mapping[Segment, PieceAnswer], pieces: Sequence[Piece]) -> None:
    kinds = {piece.span: piece.kind for piece in pieces}
    for span, answer in answers.items():
        if span not in kinds:
            raise ValueError(f"there is no piece at {span}")
        if answer is not None and isinstance(answer, bool) != (kinds[span] is PieceKind.SEGMENT):
            wanted = "yes or no" if kinds[span] is PieceKind.SEGMENT else "new edges"
            raise ValueError(f"the piece at {span} needs {wanted}")


def _outcome(truth: Sequence[Segment], waiting: Sequence[Piece], for_lead: Sequence[Piece]) -> MarkingOutcome:
    if waiting:
        return MarkingOutcome.OPEN
    if for_lead:
        return MarkingOutcome.LEAD
    return MarkingOutcome.SETTLED if truth else MarkingOutcome.RETURNED
