"""Searches a campaign's stored rows for values that no field takes, table by table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from django.apps import apps
from django.db.models import ForeignKey, Model

from moments.database.row_checks import RowChecks
from moments.models import Campaign

AT_ONCE = 2000


def field_breaches(campaign: Campaign) -> Iterator[str]:
    """Each value as one line that names table, row (by its key) and field."""
    for model, path in campaign_tables().items():
        checks, label = RowChecks(model), model._meta.label_lower
        rows = model._default_manager.filter(**{path: campaign.pk}).order_by("pk").iterator(chunk_size=AT_ONCE)
        while chunk := list(islice(rows, AT_ONCE)):
            for fault in checks.faults(chunk):
                yield f"fields: {label} {chunk[fault.place].pk}, {fault.field}: {fault.problem}"


def campaign_tables() -> dict[type[Model], str]:
    """Every model whose rows belong to a campaign, with the shortest road of references that leads there."""
    roads: dict[type[Model], str] = {Campaign: "pk"}
    nearest = roads
    while nearest:
        nearest = {
            model: field.name if nearest[target] == "pk" else f"{field.name}__{nearest[target]}"
            for target in nearest
            for model in apps.get_models(include_auto_created=True)
            for field in model._meta.concrete_fields
            if model not in roads and isinstance(field, ForeignKey) and not field.null and field.related_model is target
        }
        roads |= nearest
    return roads
