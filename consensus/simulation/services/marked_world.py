"""The questions that simulated people ask about the videos of a marking campaign, with what is true of them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from annotator.asking.selectors.videos import ready_videos
from consensus.simulation.marking.world import TrueQuestion, draw_questions, shared_out
from moments.base.errors import BadInput
from moments.models import Campaign, Pair

QUESTIONS_AN_HOUR = 45  # 1,800 in the 39.9 hours of the published benchmark
SHORTEST_MS = 2000


class MarkedWorld:
    """True questions by the primary key of their video; a text names one question of its video."""

    def __init__(self, questions: Mapping[int, Sequence[TrueQuestion]]) -> None:
        self.questions = questions
        self.by_text = {(video, one.text): one for video, asked in questions.items() for one in asked}

    @property
    def size(self) -> int:
        """How many questions there are."""
        return len(self.by_text)

    @property
    def hours(self) -> float:
        """How long the videos last in all."""
        return sum(asked[0].duration_ms for asked in self.questions.values() if asked) / 3_600_000

    def of_pair(self, pair: Pair) -> TrueQuestion:
        """The question of a pair whose query and moment are loaded."""
        return self.by_text[pair.moment.video_id, pair.query.text]


def drawn_world(campaign: Campaign, *, questions: int | None = None) -> MarkedWorld:
    """Questions on the campaign's videos that can be shown, drawn by its seed; without a number 45 for each hour.

    Further questions leave those that were drawn as they are. Raises BadInput without such videos, and for questions
    that are in the campaign already but are none of these.
    """
    rows = ready_videos(campaign).filter(moments__whole=True).order_by("moments__desc_id")
    videos = [(pk, round(1000 * end_s)) for pk, end_s in rows.values_list("pk", "moments__end_s")]
    videos = [(pk, duration_ms) for pk, duration_ms in videos if duration_ms >= SHORTEST_MS]
    if not videos:
        raise BadInput(f"campaign {campaign.slug!r} has no video that can be shown; run import_videos and cut_clips")
    durations = [duration_ms for _, duration_ms in videos]
    wanted = questions or round(QUESTIONS_AN_HOUR * sum(durations) / 3_600_000)
    asked = shared_out(random.Random(campaign.seed), durations, max(wanted, len(videos)))
    world = MarkedWorld(
        {
            pk: draw_questions(random.Random(f"{campaign.seed} {place}"), place + 1, duration_ms, asked.count(place))
            for place, (pk, duration_ms) in enumerate(videos)
        }
    )
    _refuse_others(campaign, world)
    return world


def _refuse_others(campaign: Campaign, world: MarkedWorld) -> None:
    for number, video, text in campaign.asks.order_by("number").values_list("number", "video", "text"):
        if (video, text) not in world.by_text:
            raise BadInput(
                f"question {number} is not of this simulation; simulate in a campaign without questions of people"
            )
