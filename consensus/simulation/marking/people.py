"""Synthetic people who mark segments: their edges scatter, they miss some, split some and add some."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from statistics import fmean

from annotator.marking.segments import Marking, Segment, iou, joined
from consensus.marking.ruling import Piece, PieceAnswer, PieceKind
from consensus.simulation.marking.world import TrueQuestion, draw_length_ms, draw_truth

HUMAN_IOU = 0.725
LONGEST_CALIBRATED_MS = 3_600_000
SHORTEST_MS = 200
PAUSE_MS = (1500, 4000)
WIDER = 4.0


@dataclass(frozen=True, slots=True)
class MarkingPerson:
    """How a person errs.

    An edge is off by a normal error of `edge_ms`, or with a chance of `wide_share` by one `WIDER` times as wide. If
    `by_length`, `edge_ms` is for a segment of 10 s and grows with the length. `miss` and `split` are the chances for
    each true segment, `extra` for each question. `wrong` is the chance that the answer to a single segment is wrong.
    """

    edge_ms: float
    by_length: bool = False
    wide_share: float = 0.0
    miss: float = 0.1
    split: float = 0.05
    extra: float = 0.05
    wrong: float = 0.03

    def mark(self, question: TrueQuestion, draw: random.Random) -> Marking:
        """The marking after this person watched the whole video."""
        found: list[Segment] = []
        for truth in question.truth:
            if draw.random() >= self.miss:
                found += self._with_pause(self.edges(truth, question.duration_ms, draw), draw)
        if draw.random() < self.extra:
            found.append(draw_truth(draw, question.duration_ms)[0])
        return Marking(joined(found, gap_ms=0))

    def ask(self, question: TrueQuestion, draw: random.Random) -> Marking:
        """The author's marking: at least one segment, as they wrote about something, and none that its image shows."""
        while True:
            marking = self.mark(question, draw)
            shows_answer = question.shown_ms is not None and any(
                one.start_ms <= question.shown_ms <= one.end_ms for one in marking.segments
            )
            if marking.has_answer and not shows_answer:
                return marking

    def edges(self, truth: Segment, duration_ms: int, draw: random.Random) -> Segment:
        """The segment with both edges off, within the video and at least 0.2 s long."""
        scale = self.edge_ms * (truth.length_ms / 10_000 if self.by_length else 1.0)
        start_ms = round(truth.start_ms + self._error(draw) * scale)
        end_ms = round(truth.end_ms + self._error(draw) * scale)
        start_ms = min(max(0, start_ms), truth.end_ms - SHORTEST_MS, duration_ms - SHORTEST_MS)
        return Segment(start_ms, min(duration_ms, max(end_ms, start_ms + SHORTEST_MS)))

    def answer(self, piece: Piece, question: TrueQuestion, draw: random.Random) -> PieceAnswer:
        """What this person answers to a piece: right about a single segment but for `wrong`, new edges otherwise."""
        span = piece.span
        if piece.kind is PieceKind.SEGMENT:
            is_answer = any(
                2 * span.overlap_ms(truth) > min(span.length_ms, truth.length_ms) for truth in question.truth
            )
            return is_answer != (draw.random() < self.wrong)
        seen = (truth for truth in question.truth if truth.overlap_ms(span))
        return joined((self.edges(truth, question.duration_ms, draw) for truth in seen), gap_ms=0)

    def _error(self, draw: random.Random) -> float:
        wide = draw.random() < self.wide_share
        return draw.gauss() * (WIDER if wide else 1.0)

    def _with_pause(self, segment: Segment, draw: random.Random) -> list[Segment]:
        pause_ms = draw.randint(*PAUSE_MS)
        room_ms = segment.length_ms - pause_ms - 2 * SHORTEST_MS
        if draw.random() >= self.split or room_ms <= 0:
            return [segment]
        at_ms = segment.start_ms + SHORTEST_MS + draw.randint(0, room_ms)
        return [Segment(segment.start_ms, at_ms), Segment(at_ms + pause_ms, segment.end_ms)]


def calibrated(person: MarkingPerson, *, iou_wanted: float = HUMAN_IOU, lengths: Sequence[int] = ()) -> MarkingPerson:
    """The person with the edge error at which two of them have this mean IoU on true segments of these lengths.

    Without lengths, 2,000 are drawn as in `draw_world`. The search halves the range of errors 20 times, with the
    same draws each time, so the result is exact for these and the same in every run.
    """
    drawn = lengths or [draw_length_ms(random.Random(number)) for number in range(2000)]
    low, high = 0.0, 20_000.0
    for _ in range(20):
        middle = (low + high) / 2
        tried = replace(person, edge_ms=middle)
        low, high = (middle, high) if mean_iou(tried, drawn) > iou_wanted else (low, middle)
    return replace(person, edge_ms=(low + high) / 2)


@cache
def published_person() -> MarkingPerson:
    """A person of whom two have the published mean IoU of 0.725, whose edge errors are alike for all segments."""
    return calibrated(MarkingPerson(0))


def mean_iou(person: MarkingPerson, lengths: Sequence[int]) -> float:
    """The mean IoU of two such people on one true segment of each length."""
    draw = random.Random(0)
    middle = LONGEST_CALIBRATED_MS // 2
    truths = (Segment(middle, middle + length) for length in lengths)
    marks = (
        (person.edges(truth, LONGEST_CALIBRATED_MS, draw), person.edges(truth, LONGEST_CALIBRATED_MS, draw))
        for truth in truths
    )
    return fmean(iou(one, other) for one, other in marks)
