"""What an export of a marking campaign is made of: videos with questions, markings, questions without a truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from annotator.marking.segments import Segment
from consensus.pools.pool import Pool, QuestionPool

TASKS = ("MS", "IMS", "CA", "VMS")
TASKS_IN_WORDS = ("MS", "CA")
"""The tasks whose questions consist of a text; the others show an image or a clip as well."""


class Condition(NamedTuple):
    """What a question shows beside its text: an instant of a video, or with `end_ms` a clip."""

    video_name: str
    start_ms: int
    end_ms: int | None

    @property
    def segment(self) -> Segment:
        """The clip, or the instant as one millisecond."""
        return Segment(self.start_ms, self.start_ms + 1 if self.end_ms is None else self.end_ms)


class MarkedQuestion(NamedTuple):
    """A question with its truth; `adjudicated` if a lead gave it. What was made from another names its `parent`."""

    question_id: str
    task: str
    text: str
    split: str
    origin: str
    parent: str
    condition: Condition | None
    truths: tuple[Segment, ...]
    adjudicated: bool

    @property
    def in_words(self) -> bool:
        """Whether the text is all that a system gets."""
        return self.task in TASKS_IN_WORDS


@dataclass(frozen=True, slots=True)
class MarkedVideo:
    """A video, its questions in order, and the pool of clips among which their truths are looked for (M6)."""

    name: str
    domain: str
    duration_ms: int
    questions: tuple[MarkedQuestion, ...]
    pool: Pool

    @property
    def duration_s(self) -> float:
        """How long it lasts."""
        return self.duration_ms / 1000

    def use(self, question: MarkedQuestion) -> QuestionPool:
        """What the question makes of the pool."""
        return self.pool.questions[question.question_id]

    def is_recognisable(self, question: MarkedQuestion) -> bool:
        """Whether a truth of the question can be told from fillers by its length or overlap (M6)."""
        return any(stretch.covers(truth) for stretch in self.pool.recognisable for truth in question.truths)


class MarkingRow(NamedTuple):
    """One person's part in a question with a truth: segments, or a third annotator's answers by the span of a piece.

    `specific`, `condition_needed` and `complete` are what the marker says of the question (M4), None where not asked.
    """

    question_id: str
    video_name: str
    duration_ms: int
    role: str
    worker: str
    segments: tuple[tuple[int, int], ...]
    answers: tuple[tuple[tuple[int, int], bool | tuple[tuple[int, int], ...] | None], ...]
    specific: bool | None
    condition_needed: bool | None
    complete: bool | None


class Unanswered(NamedTuple):
    """A submitted question that has no truth, and why."""

    question_id: str
    split: str
    task: str
    outcome: str
    reason: str


def seconds(segment: Segment) -> list[float]:
    """Start and end in seconds."""
    return [segment.start_ms / 1000, segment.end_ms / 1000]
