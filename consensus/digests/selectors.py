"""Whose daily mail is due."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby

from annotator.models import Role, Standing
from annotator.worktime.paydays import local_day
from consensus.models import LeadDigest
from moments.models import Campaign


def digests_by_campaign() -> list[tuple[Campaign, list[LeadDigest]]]:
    """Those of leads who may still lead."""
    digests = LeadDigest.objects.filter(member__role=Role.LEAD, member__user__is_active=True)
    digests = digests.exclude(member__standing=Standing.SUSPENDED)
    rows = digests.select_related("member__campaign").order_by("member__campaign", "pk")
    grouped = groupby(rows, key=lambda digest: digest.member.campaign)
    return [(campaign, list(own)) for campaign, own in grouped]


def is_due(digest: LeadDigest, now: datetime) -> bool:
    """Whether its hour has come today in the campaign's time zone, and it was not sent today."""
    zone = digest.member.campaign.zone
    if now.astimezone(zone).hour < digest.hour:
        return False
    return digest.sent_at is None or local_day(digest.sent_at, zone) < local_day(now, zone)
