"""The marking desk, on which people mark the segments of a long video that answer questions."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from annotator.desk.views.desk import AT_DESK
from annotator.desk.views.desk_texts import problem_kinds
from annotator.desk.views.film_desk import film_settings, sent_elsewhere
from annotator.desk.views.marking_texts import judged_questions, marking_texts
from annotator.people.selectors.access import annotator_in, person_asking
from annotator.seats.services.leasing import MOST_CLAIMED


@require_safe
@login_required
@never_cache
@ensure_csrf_cookie
def mark(request: HttpRequest, slug: str) -> HttpResponse:
    """The empty desk, whose program fetches the work; a campaign of another kind has its own desk."""
    member = annotator_in(person_asking(request), slug)
    elsewhere = sent_elsewhere(member, standings=AT_DESK)
    if elsewhere is not None:
        return elsewhere
    settings = film_settings(member, desk="mark", folders=["marking"], texts=marking_texts())
    settings["claims"] = MOST_CLAIMED
    context = {
        "campaign": member.campaign,
        "kinds": problem_kinds(is_graded=False),
        "judged": judged_questions(),
        "settings": settings,
        "in_exam": settings["texts"].get(f"mark-{member.standing}", ""),
    }
    return render(request, "annotator/marking/mark.html", context)
