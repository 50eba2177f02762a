"""What the report of a marking campaign is made of, as the database gives it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from consensus.agreement.marked import MarkedAgreement


class AnsweredQuestion(NamedTuple):
    """A question with a truth: its task, its words, its true segments in seconds, its chance of R@1 in the pool.

    `is_made` if it was made from another question and shares its truth; `words` is None where the text is the parent's.
    """

    task: str
    words: int | None
    truths_s: tuple[float, ...]
    chance: float
    is_made: bool


class VideoLine(NamedTuple):
    """A video on which a question has a truth: its domain, its seconds, its questions, and the clips of its pool."""

    domain: str
    duration_s: float
    questions: tuple[AnsweredQuestion, ...]
    truth_clips: int
    fillers: int


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How questions ended, as words with counts; how often the rules returned one, by reason; pieces by answer.

    A return with several reasons counts under each.
    """

    ended: Mapping[str, int]
    returns: int
    return_reasons: Mapping[str, int]
    pieces: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class MarkedCounts:
    """Everything; `hours` are person-hours by kind of work, `campaign_videos` videos and hours of video by domain."""

    videos: Sequence[VideoLine]
    campaign_videos: Mapping[str, tuple[int, float]]
    agreement: MarkedAgreement
    outcomes: Outcomes
    hours: Mapping[str, float]

    @property
    def decided(self) -> int:
        """The questions that have a truth, those made from others included."""
        return sum(len(video.questions) for video in self.videos)
