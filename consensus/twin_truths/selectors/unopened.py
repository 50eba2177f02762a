"""Which twins a campaign may open, and which wait for clips."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from annotator.twins.tasks import TwinTask
from moments.models import Campaign, Clip, ClipState, Pair, Twin


def unopened_twins(campaign: Campaign) -> QuerySet[Twin]:
    """Twins that nobody is asked about yet and none of whose moments is withdrawn, in the order of their moments."""
    opened = Pair.objects.filter(moment=OuterRef("forward"), query__query_id=TwinTask.JUDGE.query_id)
    twins = Twin.objects.filter(~Exists(opened), forward__campaign=campaign)
    return twins.filter(forward__withdrawn=None, backward__withdrawn=None).order_by("forward__desc_id")


def with_both_clips(twins: QuerySet[Twin]) -> QuerySet[Twin]:
    """Those of the twins whose two directions can be shown."""
    ready = Clip.objects.filter(state=ClipState.READY)
    return twins.filter(
        Exists(ready.filter(moment=OuterRef("forward"))), Exists(ready.filter(moment=OuterRef("backward")))
    )
