"""The shapes of requests and answers about exports: for the OpenAPI document, and to render answers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from consensus.export.formats.registry import every_name
from consensus.models import Export, ExportState
from moments.clips.services.video_sources import LONGEST

PLAIN = ("number", "state", "partial", "clips_from", "size", "sha256", "ledger_length", "ledger_hash")


class FormatNames(serializers.ListField):
    """Names of export formats, of those that there are when a request is read; which suit depends on the campaign."""

    def __init__(self, **kwargs: Any) -> None:
        names = every_name()
        super().__init__(child=serializers.ChoiceField(choices=names), min_length=1, max_length=len(names), **kwargs)


class ExportRequest(serializers.Serializer[Any]):
    """What to export."""

    formats = FormatNames()
    partial = serializers.BooleanField(  # type: ignore[assignment]
        default=False, help_text="also while the campaign is unfinished"
    )
    clips_from = serializers.CharField(
        default=None,
        allow_null=True,
        max_length=LONGEST,
        help_text="where the videos are from which to cut the clips of pools, where segments are marked; none if null",
    )


class ExportShape(serializers.Serializer[Any]):
    """An export of the history; size in bytes, sha256 of the archive, ledger as it was."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ExportState.choices)
    formats = serializers.ListField(child=serializers.CharField())
    partial = serializers.BooleanField()  # type: ignore[assignment]
    clips_from = serializers.CharField(allow_blank=True)
    actor = serializers.CharField()
    made_at = serializers.DateTimeField()
    ready_at = serializers.DateTimeField(allow_null=True)
    failure = serializers.CharField(allow_blank=True)
    size = serializers.IntegerField()
    sha256 = serializers.CharField(allow_blank=True)
    ledger_length = serializers.IntegerField()
    ledger_hash = serializers.CharField(allow_blank=True)


class ExportDetail(ExportShape):
    """An export with its manifest, null until it is ready."""

    manifest = serializers.JSONField(allow_null=True)


class ExportList(serializers.Serializer[Any]):
    """A campaign's exports, newest first, at most 100."""

    exports = ExportShape(many=True)


def export_data(export: Export) -> dict[str, Any]:
    """The export as programs get it, without its manifest."""
    job, ready = export.job, export.state == ExportState.READY
    return {
        **{name: getattr(export, name) for name in PLAIN},
        "formats": export.format_names,
        "actor": job.actor,
        "made_at": job.ordered_at,
        "ready_at": job.finished_at if ready else None,
        "failure": job.reason if export.state == ExportState.FAILED else "",
    }
