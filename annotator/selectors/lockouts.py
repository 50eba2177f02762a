"""Who must wait after wrong passwords: failures are counted by worker ID and address together."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Max, Sum
from django.http import HttpRequest

from annotator.addresses import client_address


def address_of(request: HttpRequest) -> str:
    """From where the request comes, to count its failures by."""
    return client_address(
        remote=request.META.get("REMOTE_ADDR") or "",
        forwarded=request.META.get("HTTP_X_FORWARDED_FOR") or "",
        proxies=settings.PROXIES,
    )


def locked_until(usernames: Iterable[str], *, now: datetime, address: str | None = None) -> dict[str, datetime]:
    """Until when those of the accounts that are locked must wait, from `address` or from any; one SQL query."""
    rows = AccessAttempt.objects.filter(username__in=list(usernames), attempt_time__gt=now - settings.AXES_COOLOFF_TIME)
    if address is not None:
        rows = rows.filter(ip_address=address)
    counted = (
        rows.order_by().values("username", "ip_address").annotate(Sum("failures_since_start"), Max("attempt_time"))
    )
    found: dict[str, datetime] = {}
    for row in counted.filter(failures_since_start__sum__gte=settings.AXES_FAILURE_LIMIT):
        until = row["attempt_time__max"] + settings.AXES_COOLOFF_TIME
        found[row["username"]] = max(until, found.get(row["username"], until))
    return found
