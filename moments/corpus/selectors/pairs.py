"""Which pairs stay because something was made of them."""

from __future__ import annotations

from django.db.models import CASCADE, Exists, OuterRef, Q, QuerySet

from moments.models import Campaign, Moment, Pair, Query


def queries_in_use(campaign: Campaign) -> QuerySet[Query]:
    """The queries of which some row names a pair: a seat, an exam, an example, whatever the floors above store.

    What goes with its pair, such as who found it, holds nothing.
    """
    named = Q()
    for relation in Pair._meta.related_objects:
        if relation.on_delete is CASCADE:
            continue
        rows = relation.related_model._base_manager.filter(**{f"{relation.field.name}__query": OuterRef("pk")})
        named |= Q(Exists(rows))
    return campaign.queries.filter(named)


def is_in_use(moment: Moment) -> bool:
    """Whether a pair of the moment is in a batch, or some row names one, as `queries_in_use` means it."""
    if moment.campaign.pairs.filter(moment=moment, batch__isnull=False).exists():
        return True
    return any(
        relation.related_model._base_manager.filter(**{f"{relation.field.name}__moment": moment}).exists()
        for relation in Pair._meta.related_objects
        if relation.on_delete is not CASCADE
    )
