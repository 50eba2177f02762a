"""The page on addresses that must wait after failed sign-ins, for admins."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from annotator.people.selectors.access import person_asking
from annotator.people.selectors.lockouts import waiting_addresses
from annotator.people.services.lockouts import forget_address


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def addresses(request: HttpRequest) -> HttpResponse:
    """Which addresses must wait, and until when; a POST lets one in again."""
    if not person_asking(request).is_admin:
        raise PermissionDenied("only admins can see blocked addresses")
    if request.method != "POST":
        shown = {"waiting": waiting_addresses(now=timezone.now()), "limit": settings.ADDRESS_FAILURE_LIMIT}
        return render(request, "console/operation/addresses.html", shown)
    if any(waiting.address == request.POST.get("address") for waiting in waiting_addresses(now=timezone.now())):
        forget_address(address=request.POST["address"])
        messages.success(request, _("People at that address can sign in again now."))
    else:
        messages.info(request, _("That address is not blocked."))
    return redirect("addresses")
