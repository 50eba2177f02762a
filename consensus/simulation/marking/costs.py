"""How long simulated people work on questions, by what they do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotator.marking.segments import Segment
from consensus.marking.ruling import PieceAnswer


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds of work: assumptions, but for `segment_s`, the desk's goal, and `piece_speed`, the desk's usual."""

    speed: float = 3.0  # a video is watched once, at this speed
    question_s: float = 60.0  # to write a question
    search_s: float = 10.0  # to look for one question's further answers
    segment_s: float = 8.0  # to set the edges of a segment
    piece_s: float = 5.0  # to read the question of a piece and to answer
    around_s: float = 4.0  # played before and behind a piece, in all
    piece_speed: float = 2.0  # a piece is played at this speed

    def marking_s(self, segments: Sequence[Segment]) -> float:
        """To look for a question's answers and to mark them, once the video was watched."""
        return self.search_s + self.segment_s * len(segments)

    def piece_answer_s(self, span: Segment, answer: PieceAnswer) -> float:
        """To answer a piece; a lead, who gives no edges, takes as long as a third annotator who says yes or no."""
        edges = len(answer) if isinstance(answer, tuple) else 0
        return self.piece_s + (self.around_s + span.length_ms / 1000) / self.piece_speed + self.segment_s * edges


STANDARD_COSTS = Costs()


@dataclass(slots=True)
class Hours:
    """Seconds of work by role; each video is watched once by its author, its marker and each further marker."""

    author: float = 0.0
    marker: float = 0.0
    third: float = 0.0
    lead: float = 0.0

    @property
    def total(self) -> float:
        """All work."""
        return self.author + self.marker + self.third + self.lead

    @property
    def third_share(self) -> float:
        """The third annotators' share of all work, 0 if there is none."""
        return self.third / self.total if self.total else 0.0
