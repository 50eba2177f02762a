"""What an annotator is asked to agree to, and the page that greets a newcomer."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotator.joining.forms import asked_version
from annotator.joining.services.consents import AnotherVersion, decline_consent, give_consent
from annotator.models import Membership, Standing
from annotator.people.selectors.access import annotator_in, page_of, person_asking
from annotator.people.selectors.consents import agreement_to, newest_consent
from annotator.text.prose import safe_html
from moments.base.errors import BadInput


@require_safe
@login_required
@never_cache
def welcome(request: HttpRequest, slug: str) -> HttpResponse:
    """The worker ID, to be written down."""
    member = annotator_in(person_asking(request), slug)
    context = {"campaign": member.campaign, "member": member, "next": page_of(member)}
    return render(request, "annotator/joining/welcome.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def consent(request: HttpRequest, slug: str) -> HttpResponse:
    """The text in force; a POST agrees or declines."""
    member = annotator_in(person_asking(request), slug)
    if request.method != "POST":
        return _page(request, member)
    version = asked_version(request) or 0
    if request.POST.get("do") == "decline":
        return _declined(request, member, version)
    if "agree" not in request.POST:
        return _page(request, member, problem=_("Tick that you agree, or choose “I do not agree”."), status=400)
    try:
        give_consent(member=member, version=version, now=timezone.now())
    except AnotherVersion as problem:
        return _page(request, member, problem=f"{problem}.", status=409)
    member.refresh_from_db()
    return redirect(page_of(member), slug)


def _declined(request: HttpRequest, member: Membership, version: int) -> HttpResponse:
    try:
        decline_consent(member=member, version=version, now=timezone.now())
    except BadInput as problem:
        return _page(request, member, problem=f"{problem}.", status=409)
    return redirect("consent", member.campaign.slug)


def _page(request: HttpRequest, member: Membership, *, status: int = 200, **shown: Any) -> HttpResponse:
    newest = newest_consent(member.campaign)
    context = {
        "campaign": member.campaign,
        "consent": newest,
        "consent_html": safe_html(newest.text) if newest else "",
        "agreement": agreement_to(member, newest) if newest else None,
        "has_declined": newest is not None and member.standing == Standing.INVITED,
        **shown,
    }
    return render(request, "annotator/joining/consent.html", context, status=status)
