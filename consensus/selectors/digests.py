"""Whose daily mail is due."""

from __future__ import annotations

from datetime import datetime

from annotator.models import Role, Standing
from annotator.paydays import local_day
from consensus.models import LeadDigest


def due_digests(now: datetime) -> list[LeadDigest]:
    """Those of leads who may still lead, whose hour has come today in their campaign's time zone, not sent today."""
    digests = LeadDigest.objects.filter(member__role=Role.LEAD, member__user__is_active=True)
    digests = digests.exclude(member__standing=Standing.SUSPENDED)
    return [digest for digest in digests.select_related("member__campaign").order_by("pk") if _is_due(digest, now)]


def _is_due(digest: LeadDigest, now: datetime) -> bool:
    zone = digest.member.campaign.zone
    if now.astimezone(zone).hour < digest.hour:
        return False
    return digest.sent_at is None or local_day(digest.sent_at, zone) < local_day(now, zone)
