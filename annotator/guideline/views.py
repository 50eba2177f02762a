"""The guideline: as a page of its own, and as a piece of HTML for the desk's drawer."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.guideline.selectors.reading import readable_campaign, shown_guideline
from annotator.models import User
from annotator.people.selectors.access import person_asking


@require_safe
@login_required
@never_cache
def guideline(request: HttpRequest, slug: str) -> HttpResponse:
    """The page, for annotators, leads and admins."""
    return render(request, "annotator/guideline/guideline.html", _context(person_asking(request), slug))


@require_safe
@never_cache
def guideline_drawer(request: HttpRequest, slug: str) -> HttpResponse:
    """The same without the page around it; 401 for strangers, whose program cannot use a sign-in page."""
    if not isinstance(request.user, User):
        return HttpResponse("sign in\n", status=401, content_type="text/plain")
    return render(request, "annotator/guideline/_drawer.html", _context(request.user, slug))


def _context(user: User, slug: str) -> dict[str, Any]:
    campaign = readable_campaign(user, slug)
    return {"campaign": campaign, "shown": shown_guideline(campaign)}
