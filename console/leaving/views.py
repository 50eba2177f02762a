"""Where annotators leave the study."""

from __future__ import annotations

from django.contrib.auth import authenticate, logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from annotator.joining.selectors.leaving import leaving_terms, may_leave, terms_mark
from annotator.models import User
from annotator.people.selectors.access import person_asking
from consensus.people.services.leaving import TermsChanged, leave_study


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@sensitive_post_parameters()
def leave(request: HttpRequest) -> HttpResponse:
    """What leaving means; with the password, it is done."""
    user = person_asking(request)
    if not may_leave(user):
        raise PermissionDenied("leads and admins cannot leave on their own")
    if request.method != "POST":
        return _page(request, user)
    if authenticate(request, username=user.username, password=request.POST.get("password", "")) is None:
        return _page(request, user, problem=_("The password is wrong, so your account was not deleted."), status=400)
    try:
        gone = leave_study(user=user, now=timezone.now(), seen=request.POST.get("terms", ""))
    except TermsChanged:
        problem = _("What happens to your scores has changed in the meantime. Read it again, then confirm again.")
        return _page(request, user, problem=problem, status=409)
    logout(request)
    return render(request, "console/leaving/left.html", {"gone": gone})


def _page(request: HttpRequest, user: User, *, problem: str = "", status: int = 200) -> HttpResponse:
    terms = leaving_terms(user)
    context = {"terms": terms, "mark": terms_mark(terms), "problem": problem}
    return render(request, "console/leaving/leave.html", context, status=status)
