"""Django's administration of campaigns and their corpus; only admins of the platform get there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone

from moments.chain import Record
from moments.models import Campaign, CampaignStatus, Clip, LedgerEntry, Moment, Pair, ProtocolVersion, Query
from moments.services.ledger import record_decisions

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin

ACTOR = "admin"


class ReadOnlyAdmin(ModelAdmin):
    """Rows to look at: services alone write them."""

    actions = None
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes."""
        return False


@admin.register(Campaign)
class CampaignAdmin(ModelAdmin):
    """Settings that may change while people work; the rest is made by commands."""

    list_display = ["slug", "title", "status", "follow_suggestions", "opened_at"]
    list_filter = ["status"]
    search_fields = ["slug", "title"]
    fields = [
        *["slug", "status", "title", "follow_suggestions", "clip_height", "clip_fps"],
        *["hourly_rate", "currency", "idle_s", "created_at", "opened_at"],
    ]
    readonly_fields = ["slug", "status", "created_at", "opened_at"]
    actions = ["pause", "resume"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """`create_campaign` makes campaigns."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Campaigns stay."""
        return False

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: Campaign, form: ModelForm[Campaign], change: bool) -> None:
        """Save, and tell the ledger what changed (I8)."""
        # Not the whole row: the sweep and the actions write columns of their own meanwhile.
        obj.save(update_fields=form.changed_data)
        if form.changed_data:
            changed = {field: str(getattr(obj, field)) for field in form.changed_data}
            record_decisions(campaign=obj, records=[Record("campaign_changed", ACTOR, changed)], now=timezone.now())

    @admin.action(description="Pause: nobody gets further pairs")
    def pause(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> None:
        """Pause the open ones."""
        self._move(request, queryset, CampaignStatus.OPEN, CampaignStatus.PAUSED)

    @admin.action(description="Resume paused campaigns")
    def resume(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> None:
        """Open the paused ones again."""
        self._move(request, queryset, CampaignStatus.PAUSED, CampaignStatus.OPEN)

    def _move(
        self, request: HttpRequest, queryset: QuerySet[Campaign], before: CampaignStatus, after: CampaignStatus
    ) -> None:
        for campaign in queryset:
            with transaction.atomic():
                moved = Campaign.objects.filter(pk=campaign.pk, status=before).update(status=after)
                if moved:
                    record = Record("campaign_status", ACTOR, {"status": after.value})
                    record_decisions(campaign=campaign, records=[record], now=timezone.now())
            level = messages.SUCCESS if moved else messages.WARNING
            self.message_user(
                request, f"{campaign}: {after.label}" if moved else f"{campaign}: not {before.label}", level
            )


@admin.register(ProtocolVersion)
class ProtocolVersionAdmin(ReadOnlyAdmin):
    """The versions of campaigns' protocols."""

    list_display = ["campaign", "version", "tolerance", "batch_size", "batches", "window", "threshold", "statistic"]
    list_filter = ["campaign"]
    list_select_related = ["campaign"]


@admin.register(Query)
class QueryAdmin(ReadOnlyAdmin):
    """Queries."""

    list_display = ["query_id", "campaign", "split", "text"]
    list_filter = ["campaign", "split"]
    list_select_related = ["campaign"]
    search_fields = ["=query_id", "text"]
    raw_id_fields = ["own_moment"]


@admin.register(Moment)
class MomentAdmin(ReadOnlyAdmin):
    """Moments."""

    list_display = ["desc_id", "campaign", "video", "start_s", "end_s", "caption"]
    list_filter = ["campaign", "kind"]
    list_select_related = ["campaign", "video"]
    search_fields = ["=desc_id", "caption", "video__name"]


@admin.register(Clip)
class ClipAdmin(ReadOnlyAdmin):
    """Clips."""

    list_display = ["key", "moment", "state", "width", "height", "seconds", "size", "reason"]
    list_filter = ["state", "moment__campaign"]
    list_select_related = ["moment"]
    search_fields = ["=key", "=moment__desc_id"]


@admin.register(Pair)
class PairAdmin(ReadOnlyAdmin):
    """Pairs."""

    list_display = ["number", "campaign", "query", "moment", "rank", "similarity", "batch", "attempt", "parked"]
    list_filter = ["campaign", "parked"]
    list_select_related = ["campaign", "query", "moment", "batch__query"]
    search_fields = ["=number", "=query__query_id", "=moment__desc_id"]


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ReadOnlyAdmin):
    """The ledger (I8)."""

    list_display = ["number", "campaign", "at", "kind", "actor", "query_id", "pair_number", "payload"]
    list_filter = ["campaign", "kind"]
    list_select_related = ["campaign"]
    search_fields = ["=number", "=query_id", "=pair_number", "actor"]
    ordering = ["campaign", "-number"]
