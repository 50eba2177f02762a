"""Django's administration of runs, read-only."""

from __future__ import annotations

from django.contrib import admin

from benchmark.models import LabelSnapshot, MeasureStudy, Run, StabilityStudy
from moments.admin import ReadOnlyAdmin


@admin.register(Run)
class RunAdmin(ReadOnlyAdmin):
    """Uploaded runs and their state."""

    list_display = ["campaign", "number", "name", "kind", "state", "reason", "uploaded_by", "uploaded_at"]
    list_filter = ["campaign", "kind", "job__state"]
    list_select_related = ["campaign", "job"]
    search_fields = ["name", "=sha256"]


@admin.register(LabelSnapshot)
class LabelSnapshotAdmin(ReadOnlyAdmin):
    """The labels that runs were scored against."""

    list_display = ["campaign", "number", "ledger_length", "labels", "queries", "sha256", "made_at"]
    list_filter = ["campaign"]
    list_select_related = ["campaign"]
    fields = [
        "campaign",
        "number",
        "ledger_length",
        "ledger_hash",
        "labels",
        "queries",
        "sha256",
        "made_at",
        "checked_at",
    ]


@admin.register(MeasureStudy, StabilityStudy)
class StudyAdmin(ReadOnlyAdmin):
    """What the studies of runs found."""

    list_display = ["campaign", "ledger_length", "ordered_by", "made_at"]
    list_filter = ["campaign"]
    list_select_related = ["campaign"]
    fields = ["campaign", "ledger_length", "ordered_by", "made_at", "order"]
