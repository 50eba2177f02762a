"""The page on how the machinery is, for admins."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from annotator.views.access import person_asking
from consensus.selectors import operation as figures


@login_required
@require_safe
def operation(request: HttpRequest) -> HttpResponse:
    """Queues, workers, sweeps, failures, disks."""
    if not person_asking(request).is_admin:
        raise PermissionDenied("only admins see how the platform runs")
    now = timezone.now()
    shown = {
        "broker": bool(settings.REDIS_URL),
        "queues": figures.queue_depths(),
        "workers": figures.answering_workers(),
        "campaigns": figures.swept_campaigns(now),
        "late_s": 2 * settings.SWEEP_INTERVAL_S,
        "seats": figures.seat_counts(),
        "failures": figures.failures(),
        "disks": figures.disks(),
        "now": now,
    }
    return render(request, "consensus/operation.html", shown)
