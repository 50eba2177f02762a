"""Where leads void a person's scores, after a page that shows the consequences."""

from __future__ import annotations

from dataclasses import fields

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotator.models import Membership
from annotator.people.selectors.access import led_campaign, person_asking
from consensus.people.selectors.voiding import Voiding, preview_voiding
from consensus.people.services.voiding import void_person
from console.frame.forms import note_in
from console.people.selectors.person import person_in
from moments.base.errors import BadInput
from moments.base.plurals import counted

COUNTS = [field.name for field in fields(Voiding)]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def person_void(request: HttpRequest, slug: str, pseudonym: str) -> HttpResponse:
    """The consequences; a POST that carries the figures shown voids the scores."""
    lead = led_campaign(person_asking(request), slug)
    member = person_in(lead, pseudonym)
    if request.method != "POST":
        return _page(request, member)
    reason = note_in(request, "reason")
    try:
        done = void_person(member=member, now=timezone.now(), actor=lead.actor, reason=reason, seen=_seen(request))
    except BadInput as problem:
        return _page(request, member, reason=reason, problem=str(problem))
    what, place = ("score", "seat") if lead.campaign.is_graded else ("answer", "question")
    voided, waiting = (
        counted(done.scores, f"{what} is", f"{what}s are"),
        counted(done.replacements, f"{place} is", f"{place}s are"),
    )
    messages.success(request, f"{voided} voided; {waiting} open for others.")
    return redirect("person", slug, pseudonym)


def _seen(request: HttpRequest) -> Voiding:
    counts = {name: request.POST.get(name, "") for name in COUNTS}
    wrong = next((name for name, count in counts.items() if not (count.isdecimal() and len(count) < 10)), None)
    if wrong:
        raise BadRequest(f"{wrong}: expected the number shown on the page")
    return Voiding(**{name: int(count) for name, count in counts.items()})


def _page(request: HttpRequest, member: Membership, *, reason: str = "", problem: str = "") -> HttpResponse:
    does = preview_voiding(member=member)
    context = {
        "campaign": member.campaign,
        "member": member,
        "does": does,
        "counts": [(name, getattr(does, name)) for name in COUNTS],
        "reason": reason,
        "problem": problem,
    }
    return render(request, "console/people/void.html", context, status=409 if problem else 200)
