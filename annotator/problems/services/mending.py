"""Closes reports of clips that were cut again since, and shows their pairs again."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from annotator.models import Problem
from annotator.problems.selectors import held_back, mended_reports
from moments.models import Campaign, Pair

RESOLUTION = "clip cut again"


@transaction.atomic
def close_mended_reports(*, campaign: Campaign, now: datetime) -> list[Pair]:
    """Close the reports whose clip was cut again; the pairs that come back into their queues, by number.

    A pair that another open report keeps parked stays parked. The caller holds campaign and people.
    """
    reports = list(mended_reports(campaign).values_list("pk", "pair"))
    closed = [report for report, _ in reports]
    Problem.objects.filter(pk__in=closed, resolved_at=None).update(resolved_at=now, resolution=RESOLUTION)
    parked = Pair.objects.filter(pk__in={pair for _, pair in reports}, parked=True)
    back = parked.exclude(pk__in=held_back(parked).values("pk"))
    pairs = list(back.select_related("query").order_by("number"))
    Pair.objects.filter(pk__in=[pair.pk for pair in pairs], parked=True).update(parked=False)
    return pairs
