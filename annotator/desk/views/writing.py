"""The writing desk, on which people write questions about a long video and mark the segments that answer them."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from annotator.desk.views.film_desk import film_settings, sent_elsewhere
from annotator.desk.views.writing_texts import writing_texts
from annotator.models import Standing
from annotator.people.selectors.access import annotator_in, person_asking


@require_safe
@login_required
@never_cache
@ensure_csrf_cookie
def write(request: HttpRequest, slug: str) -> HttpResponse:
    """The empty desk, whose program fetches the author's video and questions."""
    member = annotator_in(person_asking(request), slug)
    elsewhere = sent_elsewhere(member, standings=[Standing.QUALIFIED])
    if elsewhere is not None:
        return elsewhere
    settings = film_settings(member, desk="write", folders=["marking", "asking"], texts=writing_texts())
    return render(request, "annotator/asking/write.html", {"campaign": member.campaign, "settings": settings})
