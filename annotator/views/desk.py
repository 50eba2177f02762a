"""The desk, on which an annotator scores one pair after another."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from annotator.guideline import LEVELS, PRINCIPLES
from annotator.models import Membership, ProblemKind
from annotator.selectors.pages import annotator_in
from annotator.views.access import person_asking

API = "/api/v1/"
MODULES = ("api", "clips", "keys", "problems", "sync", "view")


@require_safe
@login_required
@never_cache
@ensure_csrf_cookie
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The empty desk; its program fetches the work."""
    member = annotator_in(person_asking(request), slug)
    context = {
        "campaign": member.campaign,
        "levels": LEVELS,
        "principles": PRINCIPLES,
        "kinds": ProblemKind.choices,
        "settings": desk_settings(member),
        "modules": MODULES,
    }
    return render(request, "annotator/desk.html", context)


def desk_settings(member: Membership) -> dict[str, Any]:
    """What the desk's program must know.

    It loads its modules by these addresses, because the manifest of static files rewrites no imports.
    """
    return {
        "worker": member.user.username,
        "campaign": member.campaign.slug,
        "api": API,
        "signIn": reverse("sign-in"),
        "modules": {name: static(f"js/desk/{name}.js") for name in MODULES},
    }
