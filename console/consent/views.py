"""Where leads write what people agree to, with a preview and the versions."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from annotator.joining.consent_text import starting_text
from annotator.joining.forms import asked_version
from annotator.joining.services.consents import save_consent
from annotator.people.selectors.access import Lead, led_campaign, person_asking
from annotator.people.selectors.consents import consents_of, newest_consent
from annotator.text.prose import safe_html
from console.frame.previews import previewed
from moments.base.errors import BadInput


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def consent_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; a POST shows a preview, or saves the next version."""
    lead = led_campaign(person_asking(request), slug)
    if request.method != "POST":
        newest = newest_consent(lead.campaign)
        suggested = starting_text(lead.campaign.kind, scale=lead.campaign.scale)
        return _page(request, lead, text=newest.text if newest else suggested)
    text, seen = request.POST.get("text", ""), asked_version(request, "seen_version")
    if request.POST.get("do") != "save":
        return _preview(request, lead, text)
    try:
        made = save_consent(campaign=lead.campaign, text=text, seen_version=seen, actor=lead.actor, now=timezone.now())
    except BadInput as problem:
        return _page(request, lead, text=text, problem=f"The consent text was not saved: {problem}.", status=409)
    messages.success(request, f"Version {made.version} is saved. Everybody has to agree to it to continue.")
    return redirect("consent-edit", slug)


def _preview(request: HttpRequest, lead: Lead, text: str) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return render(request, "console/consent/_preview.html", {"preview": previewed(text)})
    return _page(request, lead, text=text, preview=previewed(text))


def _page(request: HttpRequest, lead: Lead, *, status: int = 200, **shown: Any) -> HttpResponse:
    versions = list(consents_of(lead.campaign))
    wanted = request.GET.get("version", "")
    chosen = None
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 6:
        chosen = get_object_or_404(lead.campaign.consents, version=int(wanted))
    context = {
        "campaign": lead.campaign,
        "newest": versions[0] if versions else None,
        "versions": versions,
        "chosen": chosen,
        "chosen_html": safe_html(chosen.text) if chosen else "",
        **shown,
    }
    return render(request, "console/consent/edit.html", context, status=status)
