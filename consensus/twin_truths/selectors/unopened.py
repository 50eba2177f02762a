"""Which twins a campaign may open, and which wait for clips."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from annotator.exam.selectors.twin_bank import unexamined, usable_twins
from moments.models import Campaign, Clip, ClipState, Twin


def unopened_twins(campaign: Campaign) -> QuerySet[Twin]:
    """Twins that nobody is asked about yet and none of whose moments is withdrawn, in the order of their moments.

    Those of exams are left out.
    """
    return unexamined(usable_twins(campaign))


def with_both_clips(twins: QuerySet[Twin]) -> QuerySet[Twin]:
    """Those of the twins whose two directions can be shown."""
    ready = Clip.objects.filter(state=ClipState.READY)
    return twins.filter(
        Exists(ready.filter(moment=OuterRef("forward"))), Exists(ready.filter(moment=OuterRef("backward")))
    )
