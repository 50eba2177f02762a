"""What a marking campaign costs: hours by role, money and days, from videos, questions and rates; arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from consensus.marking.ruling import PEOPLE_A_QUESTION
from console.campaign.planning import (
    MOST_PEOPLE,
    MOST_QUERIES,
    SECONDS_AN_HOUR,
    cost_of,
    hours_for,
    require_between,
    whole_up,
)

MOST_VIDEOS, MOST_VIDEO_HOURS, MOST_A_QUESTION = 100_000, 100_000, 100


@dataclass(frozen=True, slots=True)
class MarkingPlan:
    """A marking campaign as it is planned; `returned` is a share from 0 to 1, what ends in `_s` seconds.

    A video is watched at `speed` times its own. `question_s` is to write a question, `search_s` to look for all its
    answers, `segment_s` to set the edges of one, `piece_s` for a third annotator to judge a piece. Raises BadInput that
    names the field where a value is out of its range.
    """

    videos: int
    video_hours: Decimal
    questions: int
    people: int
    speed: Decimal
    question_s: Decimal
    search_s: Decimal
    segments: Decimal
    segment_s: Decimal
    pieces: Decimal
    piece_s: Decimal
    returned: Decimal
    hourly_rate: Decimal = Decimal(0)
    hours_a_day: Decimal = Decimal(4)

    def __post_init__(self) -> None:
        require_between("videos", self.videos, 1, MOST_VIDEOS)
        require_between("video_hours", self.video_hours, Decimal("0.001"), MOST_VIDEO_HOURS)
        require_between("questions", self.questions, 1, MOST_QUERIES)
        require_between("people", self.people, PEOPLE_A_QUESTION, MOST_PEOPLE)
        require_between("speed", self.speed, Decimal("0.1"), 16)
        for name in ("question_s", "search_s", "segment_s", "piece_s"):
            require_between(name, getattr(self, name), 0, SECONDS_AN_HOUR)
        require_between("segments", self.segments, 1, MOST_A_QUESTION)
        require_between("pieces", self.pieces, 0, MOST_A_QUESTION)
        require_between("returned", self.returned, 0, 1)
        require_between("hourly_rate", self.hourly_rate, 0, 100_000)
        require_between("hours_a_day", self.hours_a_day, Decimal("0.1"), 24)

    @property
    def marking_s(self) -> Decimal:
        """Seconds to look for the answers of one question and to mark them."""
        return self.search_s + self.segments * self.segment_s

    @property
    def watching_s(self) -> Decimal:
        """Seconds to watch all videos once."""
        return self.video_hours * SECONDS_AN_HOUR / self.speed


@dataclass(frozen=True, slots=True)
class MarkingBudget:
    """What a plan needs: hours to a tenth, shares of 1, money to the cent, whole days.

    `watched_again` is the share of the videos that one more marker watches because a question was returned.
    """

    watching: Decimal
    authors: Decimal
    markers: Decimal
    watched_again: Decimal
    returns: Decimal
    third: Decimal
    hours: Decimal
    cost: Decimal
    days: int
    third_share: Decimal
    a_video_hour: Decimal


def marking_budget(plan: MarkingPlan) -> MarkingBudget:
    """The budget of a plan.

    Each video is watched by its author and by its marker. A share of the questions (`returned`) is returned once; its
    author looks at it again, and another marker watches the video and marks it. With returns spread over all
    questions, a video with n of them is watched again with a chance of 1 - (1 - returned)ⁿ.
    """
    authors = plan.watching_s + plan.questions * (plan.question_s + plan.marking_s)
    markers = plan.watching_s + plan.questions * plan.marking_s
    again = 1 - (1 - plan.returned) ** (Decimal(plan.questions) / plan.videos) if plan.returned < 1 else Decimal(1)
    returns = again * plan.watching_s + plan.questions * plan.returned * (plan.search_s + plan.marking_s)
    third = plan.questions * plan.pieces * plan.piece_s
    seconds = authors + markers + returns + third
    return MarkingBudget(
        watching=hours_for(plan.watching_s),
        authors=hours_for(authors),
        markers=hours_for(markers),
        watched_again=again,
        returns=hours_for(returns),
        third=hours_for(third),
        hours=hours_for(seconds),
        cost=cost_of(seconds, plan.hourly_rate),
        days=whole_up(seconds / (plan.people * plan.hours_a_day * SECONDS_AN_HOUR)),
        third_share=third / seconds,
        a_video_hour=seconds / (plan.video_hours * SECONDS_AN_HOUR),
    )
