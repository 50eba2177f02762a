"""Sets clips of a twins campaign aside for an exam: people judge them, or write samples of captions (R10)."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max

from annotator.exam.selectors.twin_bank import usable_twins
from annotator.exam.settings import MOST_PAIRS, require
from annotator.twins.answers import KnownCase
from annotator.twins.tasks import EXAMINED, TwinTask
from moments.base.errors import BadInput
from moments.models import Campaign, Moment, Pair, Query, Split


def twin_pairs(
    campaign: Campaign, *, judged: Sequence[int] | None, written: Sequence[int]
) -> tuple[list[Pair], list[Pair]]:
    """The exam's pairs of the clips to judge and of those to write about, by the `desc_id` of their forward moments.

    The caller holds the campaign. Raises BadInput naming the first clip that an exam may not hold.
    """
    if judged is None:
        raise BadInput(
            "nothing is drawn in a twins campaign. Pick the clips on the page Create an exam, or send them with "
            "their right answers to campaigns/SLUG/exam/ of the REST API"
        )
    require("pairs", len(set(judged)), len(KnownCase), MOST_PAIRS)
    require("writing", len(written), 0, MOST_PAIRS)
    clips = {moment.desc_id: moment for moment in _forward(campaign, {*judged, *written})}
    for field, numbers in (("pairs", judged), ("writing", written)):
        for number in numbers:
            if number not in clips:
                raise BadInput(
                    f"{number} is not the number of a forward clip that has a twin and is not in the campaign's work",
                    field=field,
                )
    judge, caption = ([clips[number] for number in sorted(set(numbers))] for numbers in (judged, written))
    return _pairs(campaign, TwinTask.JUDGE, judge), _pairs(campaign, TwinTask.CAPTION, caption)


def _forward(campaign: Campaign, numbers: set[int]) -> list[Moment]:
    twins = usable_twins(campaign).filter(forward__desc_id__in=numbers)
    return [twin.forward for twin in twins.select_related("forward")]


def _pairs(campaign: Campaign, task: TwinTask, clips: Sequence[Moment]) -> list[Pair]:
    """The pairs of the clips in the exam's query of that task; those of a discarded draft are used again."""
    if not clips:
        return []
    assert task in EXAMINED
    query, _ = Query.objects.get_or_create(
        campaign=campaign, query_id=task.exam_query_id, defaults={"split": Split.EXAM, "text": task.text}
    )
    known = {pair.moment_id: pair for pair in query.pairs.filter(moment__in=clips)}
    number = campaign.pairs.aggregate(last=Max("number"))["last"] or 0
    rank = query.pairs.aggregate(last=Max("rank"))["last"] or 0
    fresh = [clip for clip in clips if clip.pk not in known]
    Pair.objects.bulk_create(
        Pair(campaign=campaign, query=query, moment=clip, number=number + step, rank=rank + step, similarity=0)
        for step, clip in enumerate(fresh, start=1)
    )
    return list(query.pairs.filter(moment__in=clips).select_related("query").order_by("moment__desc_id"))
