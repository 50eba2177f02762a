"""How late sweeps are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min

from moments.models import Campaign, CampaignStatus


@dataclass(frozen=True, slots=True)
class SweptCampaign:
    """An open campaign and the seconds since its last sweep; None before the first."""

    slug: str
    lag_s: float | None


def swept_campaigns(now: datetime) -> list[SweptCampaign]:
    """Open campaigns, the one swept longest ago first."""
    open_ones = Campaign.objects.filter(status__in=[CampaignStatus.OPEN, CampaignStatus.PAUSED])
    rows = open_ones.order_by("swept_at", "slug").values_list("slug", "swept_at")
    return [SweptCampaign(slug, (now - swept).total_seconds() if swept else None) for slug, swept in rows]


def sweep_lag_s(now: datetime) -> float:
    """Seconds since the sweep of the campaign that was swept longest ago; 0 if none is open."""
    oldest = Campaign.objects.filter(status=CampaignStatus.OPEN).aggregate(at=Min("swept_at"))["at"]
    return (now - oldest).total_seconds() if oldest else 0.0
