"""Pages for admins on the state of the platform, failing steps and blocked addresses."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotator.people.selectors.access import person_asking
from annotator.people.selectors.lockouts import waiting_addresses
from annotator.people.services.lockouts import forget_address
from consensus.sweep.selectors import swept_campaigns
from console.operation import selectors as figures
from moments.jobs.selectors import failing_steps, queue_beats
from moments.jobs.services.steps import try_again
from moments.models import StepFailure


@login_required
@require_safe
def operation(request: HttpRequest) -> HttpResponse:
    """Queues, workers, sweeps, failures, disks."""
    _require_admin(request)
    now = timezone.now()
    beats = queue_beats(figures.queue_names(), now)
    shown = {
        "broker": bool(settings.REDIS_URL),
        "failing": failing_steps(),
        "queues": figures.queue_depths(),
        "beats": beats,
        "stopped": figures.stopped_work(beats),
        "campaigns": swept_campaigns(now),
        "late_s": 2 * settings.SWEEP_INTERVAL_S,
        "seats": figures.seat_counts(),
        "failures": figures.failures(),
        "disks": figures.disks(),
        "now": now,
    }
    return render(request, "console/operation/operation.html", shown)


@login_required
@require_POST
def operation_retry(request: HttpRequest, mark_id: int) -> HttpResponse:
    """Have the worker try the step in its next turn."""
    _require_admin(request)
    mark = get_object_or_404(StepFailure.objects.select_related("campaign"), pk=mark_id)
    if try_again(mark=mark, now=timezone.now()):
        messages.success(request, f"The worker will try “{mark.step}” again in its next round. Reload the page to see.")
    else:
        messages.success(request, f"“{mark.step}” has succeeded in the meantime.")
    return redirect("operation")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def addresses(request: HttpRequest) -> HttpResponse:
    """Blocked addresses, and until when; a POST unblocks one."""
    _require_admin(request, "blocked addresses")
    if request.method != "POST":
        shown = {"waiting": waiting_addresses(now=timezone.now()), "limit": settings.ADDRESS_FAILURE_LIMIT}
        return render(request, "console/operation/addresses.html", shown)
    if any(waiting.address == request.POST.get("address") for waiting in waiting_addresses(now=timezone.now())):
        forget_address(address=request.POST["address"])
        messages.success(request, _("People at that address can sign in again now."))
    else:
        messages.info(request, _("That address is not blocked."))
    return redirect("addresses")


def _require_admin(request: HttpRequest, what: str = "this page") -> None:
    if not person_asking(request).is_admin:
        raise PermissionDenied(f"only admins can see {what}")
