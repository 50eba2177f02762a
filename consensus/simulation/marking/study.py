"""Plays questions through a rule with synthetic people, and measures truths and hours."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from annotator.marking.segments import Marking, Segment, joined
from consensus.marking.returning import MOST_RETURNS
from consensus.marking.ruling import MarkingRuling, rule_on_markings
from consensus.simulation.marking.accuracy import Accuracy, Cuts, accuracy_of, cuts_of
from consensus.simulation.marking.costs import STANDARD_COSTS, Costs, Hours
from consensus.simulation.marking.lead import truth_by_lead
from consensus.simulation.marking.people import MarkingPerson
from consensus.simulation.marking.world import TrueQuestion
from moments.marking_protocol import MarkingProtocol


@dataclass(frozen=True, slots=True)
class StudyFigures(Accuracy):
    """What a rule comes to; `third_pieces`, `lead_pieces` and `returned` are shares of the questions."""

    third_share: float
    third_pieces: float
    lead_pieces: float
    returned: float
    person_hours_a_video_hour: float
    cuts: Cuts


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
        author = person.ask(question, draw)
        played.hours.author += costs.question_s + costs.marking_s(author.segments)
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
        played.hours.marker += costs.marking_s(marker.segments)
        ruling = rule_on_markings(author, marker, protocol=protocol)
        answers = {piece.span: person.answer(piece, question, draw) for piece in ruling.pieces}
        played.third_pieces += len(ruling.pieces)
        played.hours.third += sum(costs.piece_answer_s(*item) for item in answers.items())
        final = rule_on_markings(author, marker, answers, protocol=protocol)
        if final.truth or final.for_lead:
            return _with_lead(final, question, protocol, costs, played)
        if returns < MOST_RETURNS:
            played.returned += 1
            played.hours.author += costs.search_s
            played.watched_again.add((question.video, returns))
    played.lead_pieces += 1
    played.hours.lead += costs.piece_s + sum(segment.length_ms for segment in author.segments) / 1000
    return author.segments


def _with_lead(
    ruling: MarkingRuling, question: TrueQuestion, protocol: MarkingProtocol, costs: Costs, played: _Played
) -> tuple[Segment, ...]:
    played.lead_pieces += len(ruling.for_lead)
    played.hours.lead += sum(costs.piece_answer_s(piece.span, None) for piece in ruling.for_lead)
    return truth_by_lead(ruling, question, gap_ms=protocol.gap_ms)


def _figures(world: Sequence[TrueQuestion], played: _Played, *, video_s: float) -> StudyFigures:
    truths = [(question.truth, truth) for question, truth in zip(world, played.truths, strict=True)]
    return StudyFigures(
        **asdict(accuracy_of(truths)),
        third_share=played.hours.third_share,
        third_pieces=played.third_pieces / len(world),
        lead_pieces=played.lead_pieces / len(world),
        returned=played.returned / len(world),
        person_hours_a_video_hour=played.hours.total / video_s,
        cuts=cuts_of(truths),
    )
