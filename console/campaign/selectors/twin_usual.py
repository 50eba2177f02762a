"""What a twins campaign says of its own plan: its clips, its protocol, and what was seen in enough answers."""

from __future__ import annotations

from django.db.models import Count

from annotator.asking.selectors.work_time import OF_TWINS, kept_time_spent
from annotator.models import Purpose, Score
from annotator.statistics.estimate import Estimate
from annotator.twins.tasks import TwinTask, task_of
from consensus.agreement.selectors.twins import recent_twin_agreement
from moments.models import Campaign, Twin, TwinParameters

FEWEST = 100
PUBLISHED_CLIPS = 13_272  # RTime's 8,265 twins and 5,007 single clips; how many were dropped it does not say
PUBLISHED_TWINS, PUBLISHED_SINGLES = "62.3", "37.7"
SIMULATED_THIRD, SIMULATED_RETURNED = "13.8", "23.5"
USUAL_S = {TwinTask.JUDGE: "15", TwinTask.CAPTION: "30", TwinTask.ASSIGN: "12"}
FIELDS = {TwinTask.JUDGE: "judge_s", TwinTask.CAPTION: "write_s", TwinTask.ASSIGN: "assign_s"}


def usual_of_twins(campaign: Campaign) -> dict[str, str]:
    """The fields of the plan as they are filled in; what rests on fewer than 100 answers is published or simulated."""
    under = TwinParameters.objects.filter(version__campaign=campaign).order_by("-version__version").first()
    assert under is not None
    found = recent_twin_agreement(campaign)
    twins, singles = _outcomes(found.outcomes)
    return {
        "clips": str(Twin.objects.filter(forward__campaign=campaign).count() or PUBLISHED_CLIPS),
        "twins": twins or PUBLISHED_TWINS,
        "singles": singles or PUBLISHED_SINGLES,
        "third": _percent(found.ways.third_share) or SIMULATED_THIRD,
        "returned": _percent(found.captions) or SIMULATED_RETURNED,
        "lookalikes": f"{100 * under.lookalike_share:g}",
        "checkers": str(under.checkers),
        "most_returns": str(under.most_returns),
        **_seconds(campaign),
    }


def _outcomes(met: list[list[int | None]]) -> tuple[str, str] | tuple[None, None]:
    """The shares of twins and of singles among clips on which the first two judges agreed."""
    agreed = [row[place] or 0 for place, row in enumerate(met)]
    total = sum(agreed)
    if total < FEWEST:
        return None, None
    twins, singles = (round(100 * agreed[place] / total, 1) for place in (0, 1))
    return f"{twins:.1f}", f"{min(singles, 100 - twins):.1f}"


def _percent(share: Estimate) -> str:
    return "" if share.value is None or share.n < FEWEST else f"{100 * share.value:.1f}"


def _seconds(campaign: Campaign) -> dict[str, str]:
    """Seconds an answer of each task; of writing, seconds a caption."""
    scores = Score.objects.filter(annotator__campaign=campaign, seat__purpose=Purpose.CAMPAIGN, current=True)
    counted = scores.order_by().values_list("seat__pair__query__query_id").annotate(n=Count("pk"))
    answers = {task_of(query): n for query, n in counted}
    spent = kept_time_spent(campaign).people
    found = {}
    for task, field in FIELDS.items():
        millis = sum(ms for (_, work), ms in spent.items() if work == OF_TWINS[task])
        n = answers.get(task, 0)
        captions = 2 if task is TwinTask.CAPTION else 1  # most clips that are described have two
        found[field] = f"{millis / 1000 / n / captions:.1f}" if n >= FEWEST and millis else USUAL_S[task]
    return found
