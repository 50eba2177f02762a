"""The tutorial: the task, the levels and the keys on one page; its practice pairs have pages of their own."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.guideline.selectors.illustrations import illustrated
from annotator.guideline.selectors.reading import shown_guideline
from annotator.people.selectors.access import annotator_in, person_asking
from annotator.tutorial.selectors import (
    must_take_tutorial,
    newest_tutorial,
    practices_of,
    tutorial_reader,
    unanswered_places,
)
from annotator.tutorial.services import finish_tutorial
from moments.base.errors import BadInput
from moments.campaign.selectors import levels_of


@require_safe
@login_required
@never_cache
def tutorial(request: HttpRequest, slug: str) -> HttpResponse:
    """The page to read, for annotators, leads and admins; without consent, annotators go to the start page."""
    reader = tutorial_reader(person_asking(request), slug)
    newest = newest_tutorial(reader.campaign)
    if reader.must_agree or (newest is None and reader.member):
        return redirect("start", slug)
    if newest is None:
        raise Http404("no tutorial")
    practices = practices_of(newest)
    missing = unanswered_places(reader.member, practices) if reader.member else []
    context = {
        "campaign": reader.campaign,
        "tutorial": newest,
        "html": illustrated(newest.text, reader.campaign),
        "shown": shown_guideline(reader.campaign),
        "levels": levels_of(reader.campaign),
        "practices": practices,
        "next_place": missing[0] if missing else 1,
        "missing": missing,
        "is_done": reader.member is not None and not must_take_tutorial(reader.member),
        "only_reads": reader.member is None,
    }
    return render(request, "annotator/tutorial/tutorial.html", context)


@require_POST
@login_required
def tutorial_finish(request: HttpRequest, slug: str) -> HttpResponse:
    """The person has finished; they go to the start page."""
    member = annotator_in(person_asking(request), slug)
    newest = newest_tutorial(member.campaign)
    if newest is None or request.POST.get("version") != str(newest.version):
        return renewed(request, slug)
    try:
        finish_tutorial(member=member, tutorial=newest, now=timezone.now())
    except BadInput:
        messages.info(request, _("You have not answered all practice pairs yet."))
        return redirect("tutorial", slug)
    return redirect("start", slug)


def renewed(request: HttpRequest, slug: str) -> HttpResponse:
    """Say that another version is in force now, and show it."""
    messages.info(request, _("The tutorial has changed in the meantime. This is the new version."))
    return redirect("tutorial", slug)
