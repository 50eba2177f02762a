"""Where a link to a new password leads."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from annotator.people.forms.new_password import NewPassword
from annotator.people.selectors.resets import is_good, reset_link_of
from annotator.people.services.resets import LinkOver, use_reset_link


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters()
def reset(request: HttpRequest, token: str) -> HttpResponse:
    """Choose a new password; 404 for a made-up link, 410 for one that was used or is too old."""
    link = reset_link_of(token)
    if link is None:
        return _closed(request, "unknown", 404)
    if not is_good(link, timezone.now()):
        return _closed(request, "over", 410)
    form = NewPassword(link.user.username, request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        context = {"worker_id": link.user.username, "problems": form.problems}
        return render(request, "annotator/people/reset.html", context, status=400 if form.problems else 200)
    try:
        secret = make_password(form.cleaned_data["new_password1"])
        use_reset_link(link=link, secret=secret, now=timezone.now())
    except LinkOver:
        return _closed(request, "over", 410)
    logout(request)
    messages.success(request, _("Your new password is set. Sign in with it."))
    return redirect("sign-in")


def _closed(request: HttpRequest, why: str, status: int) -> HttpResponse:
    return render(request, "annotator/people/link_closed.html", {"why": why, "kind": "reset"}, status=status)
