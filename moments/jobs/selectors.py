"""Which steps fail, and how often each has failed."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from moments.models import StepFailure


def failing_steps(names: Collection[str] | None = None) -> QuerySet[StepFailure]:
    """Steps that failed when they were tried last, those that fail longest first; only the named ones, if any are."""
    failing = StepFailure.objects.filter(count__gt=0).select_related("campaign").order_by("first_at", "pk")
    return failing if names is None else failing.filter(step__in=names)


def step_totals() -> list[tuple[str, str, int, bool]]:
    """Of every step that ever failed: the campaign's slug or "", the step, how often, and whether it fails now."""
    rows = StepFailure.objects.order_by("campaign__slug", "step").values_list(
        "campaign__slug", "step", "total", "count"
    )
    return [(slug or "", step, total, count > 0) for slug, step, total, count in rows]
