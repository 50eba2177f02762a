"""The way to scoring: what is done, where the person is, and the one thing to do next."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.desk.selectors.start import road_of
from annotator.exam.services.sittings import begin_sitting
from annotator.people.selectors.access import annotator_in, person_asking
from moments.base.errors import BadInput


@require_safe
@never_cache
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """The page, for annotators; while somebody waits, it is asked for again and answers 204 if nothing has changed.

    If the session has ended in the meantime, the whole page is loaded again, which leads to signing in.
    """
    if request.headers.get("HX-Request") and not request.user.is_authenticated:
        return HttpResponse(status=401, headers={"HX-Refresh": "true"})
    return _start(request, slug)


@login_required
def _start(request: HttpRequest, slug: str) -> HttpResponse:
    member = annotator_in(person_asking(request), slug)
    road = road_of(member)
    if request.headers.get("HX-Request") and request.GET.get("seen") == road.mark:
        return HttpResponse(status=204)
    return render(request, "annotator/desk/start.html", {"campaign": member.campaign, "member": member, "road": road})


@require_POST
@login_required
def exam_begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a sitting of the exam and go to the desk, or return with a message about what is missing."""
    member = annotator_in(person_asking(request), slug)
    try:
        begin_sitting(member=member, now=timezone.now())
    except BadInput as problem:
        messages.error(request, f"{capfirst(str(problem))}.")
        return redirect("start", slug)
    return redirect("desk", slug)
