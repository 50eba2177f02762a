"""The judgements and assignments of a twins campaign that were ruled on, and their agreement, which is cached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache import cache
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from annotator.models import Assignment, Judgement, Purpose, SeatState
from annotator.statistics.alpha import MeasurementLevel
from annotator.twins.answers import Criterion, JudgementAnswer, Unreal, check_result
from annotator.twins.tasks import TwinTask
from annotator.worktime.selectors import Millis
from consensus.agreement.blocks import AlphaBlocks, alpha_by_pairs, alpha_by_week
from consensus.agreement.selectors.campaign import KEPT_S, By
from consensus.agreement.twins import TwinAgreement, outcome_columns, twin_agreement
from consensus.decisions.selectors.verdicts import current_verdicts
from consensus.models import VerdictKind
from consensus.twins.agreement import GivenJudgement, JudgedClip
from consensus.twins.ceiling import AssignedCaption, HumanCeiling, human_ceiling
from moments.models import Campaign, LedgerHead

Kept = TypeVar("Kept")
CHUNK = 5000
RECENT_S = 300
COUNTED: dict[str, Any] = {
    "current": True,
    "final": True,
    "seat__purpose": Purpose.CAMPAIGN,
    "seat__superseded": False,
    "seat__state": SeatState.SETTLED,
}
"""Answers that the rules were applied to; voided ones are superseded."""


def twin_agreement_of(campaign: Campaign) -> TwinAgreement:
    """The campaign's agreement. Only decisions change it, so it is cached under the end of the ledger."""
    return _kept(campaign, "all", lambda: counted_twin_agreement(campaign))


def recent_twin_agreement(campaign: Campaign) -> TwinAgreement:
    """The same, at most five minutes old, for a page that asks again and again while people work."""
    key = f"agreement-twins:{campaign.pk}:recent"
    kept: TwinAgreement | None = cache.get(key)
    if kept is None:
        kept = twin_agreement_of(campaign)
        cache.set(key, kept, RECENT_S)
    return kept


def counted_twin_agreement(campaign: Campaign) -> TwinAgreement:
    """The same, counted now; for files that have to hold what one snapshot of the database holds."""
    return twin_agreement(judged_clips(campaign), assigned_captions(campaign))


def human_ceiling_of(campaign: Campaign) -> HumanCeiling:
    """The human ceiling of *Binary* (T5), cached in the same way."""
    first = {"score__seat__attempt": 1, "score__seat__round": 1, "score__seat__number": 1}
    return _kept(campaign, "ceiling", lambda: human_ceiling(assigned_captions(campaign, **first)))


def twin_alpha_of(campaign: Campaign, by: By) -> AlphaBlocks:
    """Nominal alpha of what follows from the first two judgements of clips over time, cached in the same way."""
    return _kept(campaign, f"{by}:{campaign.zone}", lambda: _alpha(campaign, by))


def judged_clips(campaign: Campaign) -> list[JudgedClip]:
    """The clips whose first two judges were ruled on, by `desc_id`, as their present attempt was judged.

    Withdrawn clips are left out. One SQL query.
    """
    rows = Judgement.objects.filter(
        score__seat__attempt=F("score__seat__pair__attempt"), **_counted(campaign, TwinTask.JUDGE)
    ).exclude(score__seat__pair__moment__in=_withdrawn(campaign))
    ordered = rows.order_by("score__seat__pair__moment__desc_id", "score__seat__round", "score__seat__number")
    fields = ("score__seat__pair__moment__desc_id", "score__annotator__pseudonym", Millis("score__worked_at"))
    found: dict[int, list[GivenJudgement]] = {}
    answers: dict[tuple[str, str], JudgementAnswer] = {}
    for clip, worker, at_ms, criterion, unreal in ordered.values_list(*fields, "criterion", "unreal").iterator(CHUNK):
        if (criterion, unreal) not in answers:
            answers[criterion, unreal] = _answer(criterion, unreal)
        found.setdefault(clip, []).append(GivenJudgement(worker, answers[criterion, unreal], at_ms))
    return [JudgedClip(clip, tuple(given)) for clip, given in found.items() if len(given) > 1]


def assigned_captions(campaign: Campaign, **only: object) -> list[AssignedCaption]:
    """Every assignment that was ruled on, of all attempts, by `desc_id`, attempt, round and number; one SQL query.

    Withdrawn clips are left out, and captions that a lead dropped are not: they would only be missing because people
    could not assign them. `only` narrows the assignments.
    """
    rows: QuerySet[Assignment, Any] = Assignment.objects.filter(**_counted(campaign, TwinTask.ASSIGN), **only)
    rows = rows.annotate(twins=Coalesce("score__seat__pair__moment__as_backward__forward", "score__seat__pair__moment"))
    rows = rows.exclude(twins__in=_withdrawn(campaign))
    moment, seat = "score__seat__pair__moment", "score__seat"
    fields = (
        *("twins", f"{moment}__direction", f"{seat}__attempt", f"{seat}__round", f"{seat}__number", "chosen", moment),
        *("score__annotator__pseudonym", "caption__score__annotator__pseudonym"),
    )
    ordered = rows.order_by(f"{moment}__desc_id", f"{seat}__attempt", f"{seat}__round", f"{seat}__number")
    return [
        AssignedCaption(
            twins=twins,
            direction=direction,
            attempt=attempt,
            number=number,
            result=check_result(chosen, right=right),
            worker=worker,
            writer=writer,
            among_similar=round_number > 1,
        )
        for twins, direction, attempt, round_number, number, chosen, right, worker, writer in ordered.values_list(
            *fields
        ).iterator(CHUNK)
    ]


def _counted(campaign: Campaign, task: TwinTask) -> dict[str, Any]:
    """Which judgements or assignments of the campaign count."""
    score = {f"score__{field}": value for field, value in COUNTED.items()}
    return {**score, "score__seat__campaign": campaign, "score__seat__pair__query__query_id": task.query_id}


def _withdrawn(campaign: Campaign) -> QuerySet[Any, Any]:
    """The forward moments of clips that a lead withdrew as a whole."""
    judged = current_verdicts().filter(pair__campaign=campaign, pair__query__query_id=TwinTask.JUDGE.query_id)
    return judged.filter(kind=VerdictKind.WITHDRAWN).order_by().values("pair__moment")


def _answer(criterion: str, unreal: str) -> JudgementAnswer:
    return JudgementAnswer(True, Criterion(criterion), Unreal(unreal)) if criterion else JudgementAnswer(False)


def _alpha(campaign: Campaign, by: By) -> AlphaBlocks:
    columns = outcome_columns(judged_clips(campaign))
    if by == "week":
        return alpha_by_week(columns, campaign.zone, MeasurementLevel.NOMINAL)
    return alpha_by_pairs(columns, MeasurementLevel.NOMINAL)


def _kept(campaign: Campaign, what: str, make: Callable[[], Kept]) -> Kept:
    head = LedgerHead.objects.filter(campaign=campaign).values_list("hash", flat=True).first()
    key = f"agreement-twins:{campaign.pk}:{head}:{what}"
    kept: Kept | None = cache.get(key)
    if kept is None:
        kept = make()
        cache.set(key, kept, KEPT_S)
    return kept
