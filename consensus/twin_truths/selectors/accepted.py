"""Which twins belong to the labels: those that are twins by their judgements and whose captions are accepted."""

from __future__ import annotations

from django.db.models import Exists, F, OuterRef, QuerySet

from annotator.twins.tasks import TwinTask
from consensus.models import TwinOutcome, Verdict, VerdictKind
from moments.models import Campaign, Twin

ACCEPTED = (VerdictKind.AGREED, VerdictKind.ADJUDICATED)


def accepted_twins(campaign: Campaign) -> QuerySet[Twin]:
    """Twins with an accepted caption for each direction (T3, T4), in the order of their moments.

    Withdrawn ones are left out. A single clip, whose reverse looks unreal, has one caption and is for training only.
    """
    twins = Twin.objects.filter(
        Exists(_standing(TwinTask.JUDGE).filter(twin_truth__outcome=TwinOutcome.TWINS)),
        Exists(_standing(TwinTask.CAPTION)),
        forward__campaign=campaign,
        forward__withdrawn=None,
        backward__withdrawn=None,
    )
    return twins.select_related("forward", "backward").order_by("forward__desc_id")


def _standing(task: TwinTask) -> QuerySet[Verdict]:
    """The verdict in force on the twin's pair of that task, if it says something."""
    of_task = Verdict.objects.filter(pair__query__query_id=task.query_id, pair__moment=OuterRef("forward"))
    return of_task.filter(kind__in=ACCEPTED, superseded=False, attempt=F("pair__attempt"))
