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
from annotator.messages.services import mark_messages_read
from annotator.people.selectors.access import annotator_in, person_asking
from annotator.people.selectors.news import unread_messages
from moments.base.errors import BadInput
from moments.corpus.files.values import LARGEST_ID


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
    road, unread = road_of(member), list(unread_messages(member).select_related("message"))
    seen_mark = "-".join([road.mark, *[str(one.message_id) for one in unread]])
    if request.headers.get("HX-Request") and request.GET.get("seen") == seen_mark:
        return HttpResponse(status=204)
    context = {"campaign": member.campaign, "member": member, "road": road}
    context |= {"messages_unread": unread, "seen_mark": seen_mark}
    return render(request, "annotator/desk/start.html", context)


@require_POST
@login_required
def message_read(request: HttpRequest, slug: str, message_id: int) -> HttpResponse:
    """Note that the person has read a message; one that was not sent to them is ignored."""
    member = annotator_in(person_asking(request), slug)
    if message_id <= LARGEST_ID:
        mark_messages_read(member=member, messages=[message_id], now=timezone.now())
    return redirect("start", slug)


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
