"""Django's administration of decisions, read-only."""

from __future__ import annotations

from django.contrib import admin

from consensus.models import BatchReview, Verdict
from moments.admin import ReadOnlyAdmin


@admin.register(Verdict)
class VerdictAdmin(ReadOnlyAdmin):
    """How pairs ended."""

    list_display = ["pair", "attempt", "kind", "relevance", "round", "actor", "decided_at", "superseded"]
    list_filter = ["kind", "superseded", "pair__campaign"]
    list_select_related = ["pair"]
    search_fields = ["=pair__number", "=pair__query__query_id"]


@admin.register(BatchReview)
class BatchReviewAdmin(ReadOnlyAdmin):
    """Decisions on batches."""

    list_display = ["batch", "campaign", "advice", "value", "decision", "actor", "decided_at", "superseded"]
    list_filter = ["campaign", "advice", "decision", "superseded"]
    list_select_related = ["batch__query", "campaign"]
    search_fields = ["=batch__query__query_id"]
