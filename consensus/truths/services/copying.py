"""Copies decided questions with their truth, for exams and hidden checks; the questions stay as they are."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from annotator.exam.services.references import KnownQuestion, add_references, require_marking
from annotator.marking.segments import Segment
from annotator.models import Ask, AskState, ReferenceQuestion
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import TruthSegment
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.models import Campaign, Pair


@transaction.atomic
def copy_decided(*, campaign: Campaign, numbers: Sequence[int], now: datetime, actor: str) -> list[Pair]:
    """Make a question with a known answer of each decided one of those numbers; the pairs of the copies, in order.

    Nobody who met a question gets its copy, and nobody who met the copy marks the question (I3). Raises BadInput, with
    nothing made, naming the first number that is no decided question, or that has a copy.
    """
    require_marking(campaign)
    hold_campaign(campaign)
    wanted = list(dict.fromkeys(numbers))
    asks = {
        ask.number: ask
        for ask in campaign.asks.filter(number__in=wanted, state=AskState.ACCEPTED).select_related(
            "pair__query", "pair__moment"
        )
    }
    copied = set(ReferenceQuestion.objects.filter(source__ask__in=asks.values()).values_list("source", flat=True))
    questions = []
    for number in wanted:
        if number not in asks:
            raise BadInput(f"question {number} is not decided, or not a question of the campaign", field="questions")
        if asks[number].pair_id in copied:
            raise BadInput(f"question {number} has been copied already", field="questions")
        questions.append(_known(asks[number]))
    return add_references(campaign=campaign, questions=questions, now=now, actor=actor)


def _known(ask: Ask) -> KnownQuestion:
    assert ask.pair is not None  # an accepted question has one
    truth = TruthSegment.objects.filter(verdict__in=current_verdicts().filter(pair=ask.pair)).order_by("start_ms")
    return KnownQuestion(
        whole=ask.pair.moment,
        text=ask.pair.query.text,
        segments=tuple(Segment(one.start_ms, one.end_ms) for one in truth),
        condition=(ask.condition_video_id, ask.condition_ms or 0) if ask.condition_video_id else None,
        source=ask.pair,
    )
