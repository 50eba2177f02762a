"""Decided questions from which captions and windows are made."""

from __future__ import annotations

from annotator.marking.segments import Segment
from consensus.opening.services import open_campaign
from moments.models import Campaign
from tests.built_once import built_once
from tests.factories import NOW
from tests.marked_world import WorldQuestion, WorldVideo, store_world
from tests.marking import marking_campaign

TRUTH = (Segment(1_000, 4_000), Segment(30_000, 34_000))


@built_once
def decided_campaign() -> Campaign:
    """Question 1 without an image, 2 and 3 with one, 4 with one that has a truth too close on both sides."""
    campaign, (author, marker) = marking_campaign(people=2, videos=0, opened=False)
    close = (Segment(19_500, 19_900), Segment(20_400, 25_000))
    questions = [
        WorldQuestion(TRUTH, "When?"),
        WorldQuestion(TRUTH, "Where?", shown_ms=20_000),
        WorldQuestion(TRUTH, "Who?", shown_ms=59_000),
        WorldQuestion(close, "Why?", shown_ms=20_000),
    ]
    store_world(campaign, [WorldVideo("film", 60_000, questions=questions)], author, marker)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    return campaign
