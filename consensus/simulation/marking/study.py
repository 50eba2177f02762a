"""Plays questions through a rule with synthetic people, and measures truths and hours."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, median

from annotator.marking.matching import matched
from annotator.marking.segments import Marking, Segment, iou, joined
from consensus.marking.returning import MOST_RETURNS
from consensus.marking.ruling import MarkingRuling, Piece, PieceAnswer, PieceKind, rule_on_markings
from consensus.simulation.marking.people import MarkingPerson
from consensus.simulation.marking.world import TrueQuestion
from moments.marking_protocol import MarkingProtocol


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds of work: assumptions, but for `segment_s`, which is the goal for the desk."""

    speed: float = 3.0  # a video is watched once, at this speed
    question_s: float = 60.0  # to write a question
    search_s: float = 10.0  # to look for one question's further answers
    segment_s: float = 8.0  # to set the edges of a segment
    piece_s: float = 5.0  # to read the question of a piece and to answer
    around_s: float = 4.0  # played before and behind a piece, in all
    piece_speed: float = 1.0  # a piece is played at this speed


STANDARD_COSTS = Costs()


@dataclass(slots=True)
class Hours:
    """Seconds of work by role; each video is watched once by its author, its marker and each further marker."""

    author: float = 0.0
    marker: float = 0.0
    third: float = 0.0
    lead: float = 0.0

    @property
    def third_share(self) -> float:
        """The third persons' share of all work."""
        return self.third / (self.author + self.marker + self.third + self.lead)


@dataclass(slots=True)
class StudyFigures:
    """What a rule comes to.

    A true segment is found if a segment of the truth overlaps it and is matched with it; `precision` is the same of
    the truth's segments. Errors are of both edges of what is matched, in seconds. `returned` and `lead_pieces` are
    shares of the questions.
    """

    recall: float
    precision: float
    edge_median_s: float
    edge_p90_s: float
    mean_iou: float
    third_share: float
    third_pieces: float
    lead_pieces: float
    returned: float
    person_hours_a_video_hour: float


@dataclass(slots=True)
class _Played:
    hours: Hours = field(default_factory=Hours)
    truths: list[tuple[Segment, ...]] = field(default_factory=list)
    third_pieces: int = 0
    lead_pieces: int = 0
    returned: int = 0
    watched_again: set[tuple[int, int]] = field(default_factory=set)


def study_rule(
    world: Sequence[TrueQuestion],
    person: MarkingPerson,
    *,
    seed: int,
    protocol: MarkingProtocol | None,
    costs: Costs = STANDARD_COSTS,
) -> StudyFigures:
    """The figures of M2 to M4 with a protocol; with None, the author's segments are the truth and nobody checks."""
    played = _Played()
    for number, question in enumerate(world):
        draw = random.Random(seed * 1_000_003 + number)
        author = _first_marking(question, person, draw)
        played.hours.author += costs.question_s + costs.search_s + costs.segment_s * len(author.segments)
        if protocol is None:
            played.truths.append(joined(author.segments, gap_ms=MarkingProtocol().gap_ms))
        else:
            played.truths.append(_checked(question, author, person, draw, protocol, costs, played))
    durations = {question.video: question.duration_ms / 1000 for question in world}
    watching = sum(durations.values()) / costs.speed
    played.hours.author += watching
    if protocol is not None:
        played.hours.marker += watching + sum(durations[video] for video, _ in played.watched_again) / costs.speed
    return _figures(world, played, video_s=sum(durations.values()))


def _first_marking(question: TrueQuestion, person: MarkingPerson, draw: random.Random) -> Marking:
    """An author has at least one answer to the question: they wrote it about one."""
    while not (marking := person.mark(question, draw)).has_answer:
        pass
    return marking


def _checked(
    question: TrueQuestion,
    author: Marking,
    person: MarkingPerson,
    draw: random.Random,
    protocol: MarkingProtocol,
    costs: Costs,
    played: _Played,
) -> tuple[Segment, ...]:
    """M2 to M4: a returned question is marked again by others; after two returns the lead takes the author's."""
    for returns in range(MOST_RETURNS + 1):
        marker = person.mark(question, draw)
        played.hours.marker += costs.search_s + costs.segment_s * len(marker.segments)
        ruling = rule_on_markings(author, marker, protocol=protocol)
        answers = {piece.span: person.answer(piece, question, draw) for piece in ruling.pieces}
        played.third_pieces += len(ruling.pieces)
        played.hours.third += sum(_piece_s(piece, answers[piece.span], costs) for piece in ruling.pieces)
        final = rule_on_markings(author, marker, answers, protocol=protocol)
        if final.truth or final.for_lead:
            return _with_lead(final, question, protocol, costs, played)
        if returns < MOST_RETURNS:
            played.returned += 1
            played.hours.author += costs.search_s
            played.watched_again.add((question.video, returns))
    played.lead_pieces += 1
    played.hours.lead += costs.piece_s + _length_s(author.segments)
    return author.segments


def _with_lead(
    ruling: MarkingRuling, question: TrueQuestion, protocol: MarkingProtocol, costs: Costs, played: _Played
) -> tuple[Segment, ...]:
    """The lead takes, of each piece left, the lane nearest to the truth, or none where nothing is true."""
    stands = [*ruling.truth]
    for piece in ruling.for_lead:
        played.lead_pieces += 1
        played.hours.lead += _piece_s(piece, None, costs)
        true = [truth for truth in question.truth if truth.overlap_ms(piece.span)]
        if true:
            lanes = sorted((piece.author, piece.marker), key=lambda lane: _likeness(lane, true))
            stands += lanes[-1]
    return joined(stands, gap_ms=protocol.gap_ms)


def _likeness(lane: Sequence[Segment], true: Sequence[Segment]) -> float:
    return sum(iou(one, other) for one, other in matched(lane, true))


def _piece_s(piece: Piece, answer: PieceAnswer, costs: Costs) -> float:
    edges = len(answer) if isinstance(answer, tuple) and piece.kind is PieceKind.EDGES else 0
    return costs.piece_s + (costs.around_s + _length_s([piece.span])) / costs.piece_speed + costs.segment_s * edges


def _length_s(segments: Sequence[Segment]) -> float:
    return sum(segment.length_ms for segment in segments) / 1000


def _figures(world: Sequence[TrueQuestion], played: _Played, *, video_s: float) -> StudyFigures:
    pairs = [
        pair for question, truth in zip(world, played.truths, strict=True) for pair in matched(question.truth, truth)
    ]
    errors = sorted(
        abs(edge) / 1000
        for true, found in pairs
        for edge in (true.start_ms - found.start_ms, true.end_ms - found.end_ms)
    )
    hours = played.hours
    return StudyFigures(
        recall=len(pairs) / sum(len(question.truth) for question in world),
        precision=len(pairs) / sum(map(len, played.truths)),
        edge_median_s=median(errors),
        edge_p90_s=errors[9 * len(errors) // 10],
        mean_iou=fmean(iou(true, found) for true, found in pairs),
        third_share=hours.third_share,
        third_pieces=played.third_pieces / len(world),
        lead_pieces=played.lead_pieces / len(world),
        returned=played.returned / len(world),
        person_hours_a_video_hour=(hours.author + hours.marker + hours.third + hours.lead) / video_s,
    )
