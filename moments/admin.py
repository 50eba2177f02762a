"""Django's administration of campaigns and their corpus; only admins of the platform get there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone

from moments.campaign.services import change_campaign, pause_campaign, resume_campaign
from moments.models import Campaign, Clip, LedgerEntry, Moment, Pair, ProtocolVersion, Query

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin

ACTOR = "admin"
RENDITIONS_CHANGED = (
    "The renditions have changed. Run cut_clips {slug} again. Until it finishes, people see the renditions that exist."
)


class ReadOnlyAdmin(ModelAdmin):
    """Rows to look at: only services write them."""

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
        *["slug", "status", "title", "follow_suggestions"],
        *["clip_height", "clip_fps", "renditions", "clip_sound", "early_press"],
        *["time_zone", "hourly_rate", "currency", "idle_s", "created_at", "opened_at"],
    ]
    # Rate and currency are set on the pay sheet, from a day on and for a reason.
    readonly_fields = ["slug", "status", "hourly_rate", "currency", "created_at", "opened_at"]
    actions = ["pause", "resume"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """`create_campaign` makes campaigns."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Campaigns stay."""
        return False

    def save_model(self, request: HttpRequest, obj: Campaign, form: ModelForm[Campaign], change: bool) -> None:
        """Save what changed, and record it in the ledger (I8)."""
        change_campaign(campaign=obj, fields=form.changed_data, now=timezone.now(), actor=ACTOR)
        if "renditions" in form.changed_data:
            self.message_user(request, RENDITIONS_CHANGED.format(slug=obj.slug), messages.WARNING)

    @admin.action(description="Pause (nobody gets new pairs)")
    def pause(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> None:
        """Pause the open campaigns."""
        for campaign in queryset:
            moved = pause_campaign(campaign=campaign, now=timezone.now(), actor=ACTOR)
            self._tell(request, moved, f"{campaign}: paused" if moved else f"{campaign}: not open")

    @admin.action(description="Resume paused campaigns")
    def resume(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> None:
        """Resume the paused campaigns."""
        for campaign in queryset:
            moved = resume_campaign(campaign=campaign, now=timezone.now(), actor=ACTOR)
            self._tell(request, moved, f"{campaign}: open" if moved else f"{campaign}: not paused")

    def _tell(self, request: HttpRequest, well: bool, line: str) -> None:
        self.message_user(request, line, messages.SUCCESS if well else messages.WARNING)


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

    list_display = ["key", "moment", "rendition", "state", "width", "height", "seconds", "size", "cut_at", "reason"]
    list_filter = ["state", "rendition", "moment__campaign"]
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
