"""Which clips of a twins campaign an exam may hold: those that are not in the campaign's work (R10)."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from annotator.models import ExamItem
from annotator.twins.tasks import TwinTask
from moments.models import Campaign, Pair, Twin


def usable_twins(campaign: Campaign) -> QuerySet[Twin]:
    """Twins that are not in the campaign's work and none of whose moments is withdrawn, by their moments' numbers.

    Clips of other exams are among them.
    """
    opened = Pair.objects.filter(moment=OuterRef("forward"), query__query_id=TwinTask.JUDGE.query_id)
    twins = Twin.objects.filter(~Exists(opened), forward__campaign=campaign)
    return twins.filter(forward__withdrawn=None, backward__withdrawn=None).order_by("forward__desc_id")


def unexamined(twins: QuerySet[Twin]) -> QuerySet[Twin]:
    """Those of the twins that are in the bank of no exam."""
    return twins.filter(~Exists(ExamItem.objects.filter(pair__moment=OuterRef("forward"))))
