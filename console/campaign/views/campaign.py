"""The campaign page: how far, how fast, how much is left, who does it, and what is stuck."""

from __future__ import annotations

from hashlib import sha256

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import led_campaign, person_asking
from console.campaign.selectors.campaign import campaign_page


@require_safe
@never_cache
def campaign(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; htmx asks for its figures again, and gets 204 while they are those that it has `seen`.

    What takes long to count is left to the page's first question, which comes at once.
    Where the session is over meanwhile, the whole page is to be loaded again, which leads to signing in.
    """
    if request.headers.get("HX-Request") and not request.user.is_authenticated:
        return HttpResponse(status=401, headers={"HX-Refresh": "true"})
    return _campaign(request, slug)


@login_required
def _campaign(request: HttpRequest, slug: str) -> HttpResponse:
    led = led_campaign(person_asking(request), slug).campaign
    asked_again = bool(request.headers.get("HX-Request"))
    page = campaign_page(led, now=timezone.now(), wait=asked_again)
    figures = {"campaign": led, "page": page}
    drawn = render_to_string("console/campaign/_figures.html", figures, request)
    mark = sha256(drawn.encode()).hexdigest()[:16]
    context = {"campaign": led, "figures": drawn, "mark": mark, "counting": page.counting}
    if not asked_again:
        return render(request, "console/campaign/campaign.html", context)
    if request.GET.get("seen") == mark:
        return HttpResponse(status=204)
    return render(request, "console/campaign/_state.html", context)
