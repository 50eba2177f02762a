"""Who must wait after wrong passwords: failures are counted by worker ID and address together, and by address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Max, QuerySet, Sum
from django.http import HttpRequest

from annotator.people.addresses import client_address


@dataclass(frozen=True, slots=True)
class WaitingAddress:
    """An address from which nobody can sign in until then."""

    address: str
    until: datetime


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


def address_waits_until(address: str, *, now: datetime) -> datetime | None:
    """Until when no password from that address is looked at; None if they are. One SQL query."""
    return _address_ends(AccessAttempt.objects.filter(ip_address=address), now).get(address)


def waiting_addresses(*, now: datetime) -> list[WaitingAddress]:
    """The addresses that must wait, the longest wait first; one SQL query."""
    ends = _address_ends(AccessAttempt.objects.all(), now)
    return [WaitingAddress(*end) for end in sorted(ends.items(), key=lambda end: end[1], reverse=True)]


def _address_ends(rows: QuerySet[Any], now: datetime) -> dict[str, datetime]:
    """When the failures of each address over the bound will have become few enough again.

    A row counts until a while after its last failure, so the wait ends with the newest row whose failures and those
    of the rows after it reach the bound.
    """
    counting = rows.filter(attempt_time__gt=now - settings.AXES_COOLOFF_TIME, ip_address__isnull=False)
    failures: Counter[str] = Counter()
    ends: dict[str, datetime] = {}
    newest_first = counting.order_by("-attempt_time", "-pk")
    for address, at, count in newest_first.values_list("ip_address", "attempt_time", "failures_since_start"):
        failures[address] += count
        if address not in ends and failures[address] >= settings.ADDRESS_FAILURE_LIMIT:
            ends[address] = at + settings.AXES_COOLOFF_TIME
    return ends
