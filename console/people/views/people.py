"""The people of a campaign: their status, the invites, and the rule for leaving."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.exam.selectors.admission import waiting_for_lead
from annotator.joining.selectors.invites import listed_invites
from annotator.joining.selectors.leaving import leaving_policy
from annotator.joining.services.invites import make_invite, make_labelled_invites, revoke_invite
from annotator.joining.services.leaving_policy import set_leaving
from annotator.models import Leaving, Standing
from annotator.people.selectors.access import ADMIN, Lead, administered_campaign, led_campaign, person_asking
from annotator.people.selectors.consents import newest_consent
from annotator.people.services.people import add_lead
from annotator.text.spreadsheet import csv_text
from console.frame.forms import is_local, keep_done, new_mark, refusals_shown, was_done, whole_number, with_label
from console.people.selectors.people import LONGEST_FIND, people_of, person_rows
from moments.base.errors import BadInput
from moments.base.names import isolated

PEOPLE_A_PAGE = 50
WAITING_SHOWN = 200
LABELS = {"labels": "notes"}
LINKS = ("label", "link", "expires_at")


@require_safe
@login_required
@never_cache
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    return _page(request, led_campaign(person_asking(request), slug))


@require_POST
@login_required
@never_cache
def invite_make(request: HttpRequest, slug: str) -> HttpResponse:
    """Create an invite; only this response shows its link, even if the page is reloaded."""
    lead = led_campaign(person_asking(request), slug)
    if was_done(request):
        messages.error(
            request, "That invite was already created, and its link was shown once. If you lost it, create another."
        )
        return redirect("people", slug)
    sent = {field: request.POST.get(field, "").strip() for field in ("uses", "days", "note")}
    try:
        made = make_invite(
            campaign=lead.campaign,
            uses=whole_number(sent["uses"], "uses"),
            days=whole_number(sent["days"], "days"),
            note=sent["note"],
            now=timezone.now(),
            actor=lead.actor,
        )
    except BadInput as problem:
        return _page(request, lead, problem=f"The invite was not created: {problem}.", sent=sent, status=400)
    keep_done(request)
    link = request.build_absolute_uri(reverse("join", args=[made.token]))
    context = {"campaign": lead.campaign, "link": link, "invite": made.invite, "is_local": is_local(request)}
    return render(request, "console/people/link.html", context)


@require_POST
@login_required
@never_cache
def invite_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Create a link for one person under each label; only this file has the links, even if it is asked for again."""
    lead = led_campaign(person_asking(request), slug)
    if was_done(request):
        messages.error(
            request, "These links were already created, and they were in one file. If you lost it, revoke them."
        )
        return redirect("people", slug)
    labels = [line.strip() for line in request.POST.get("labels", "").splitlines() if line.strip()]
    try:
        made = make_labelled_invites(
            campaign=lead.campaign,
            labels=labels,
            days=whole_number(request.POST.get("days", "").strip(), "days"),
            now=timezone.now(),
            actor=lead.actor,
        )
    except BadInput as problem:
        refusal = f"No link was created: {with_label(problem, LABELS)}."
        return _page(request, lead, problem=refusal, labels="\n".join(labels), status=400)
    keep_done(request)
    links = [(one.invite.note, request.build_absolute_uri(reverse("join", args=[one.token]))) for one in made]
    rows = [(label, link, made[0].invite.expires_at.isoformat(timespec="minutes")) for label, link in links]
    attached = {"Content-Disposition": f'attachment; filename="{slug}-links.csv"'}
    return HttpResponse(csv_text(LINKS, rows), content_type="text/csv; charset=utf-8", headers=attached)


@require_POST
@login_required
def lead_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a person a lead of the campaign."""
    campaign = administered_campaign(person_asking(request), slug, refusal="only admins make leads")
    worker_id = request.POST.get("worker_id", "").strip()[:100]
    with refusals_shown(request, "Nobody was made a lead"):
        made = add_lead(campaign=campaign, worker_id=worker_id, now=timezone.now(), actor=ADMIN)
        known = "" if made.user.has_usable_password() else " Create a password link for them under Actions."
        messages.success(request, f"{isolated(worker_id)} leads this campaign now, as {made.pseudonym}.{known}")
    return redirect("people", slug)


@require_POST
@login_required
def invite_revoke(request: HttpRequest, slug: str, invite_id: int) -> HttpResponse:
    """Stop the invite from letting people in."""
    lead = led_campaign(person_asking(request), slug)
    invite = get_object_or_404(lead.campaign.invites.select_related("campaign"), pk=invite_id)
    if revoke_invite(invite=invite, now=timezone.now(), actor=lead.actor):
        messages.success(request, "The invite is revoked. People who have already joined stay.")
    return redirect("people", slug)


@require_POST
@login_required
def people_leaving(request: HttpRequest, slug: str) -> HttpResponse:
    """Set what happens to the scores of people who leave from now on."""
    lead = led_campaign(person_asking(request), slug)
    with refusals_shown(request):
        set_leaving(
            campaign=lead.campaign, leaving=request.POST.get("leaving", ""), now=timezone.now(), actor=lead.actor
        )
        messages.success(request, "Saved. This applies to everybody who leaves from now on.")
    return redirect("people", slug)


def _page(request: HttpRequest, lead: Lead, *, status: int = 200, **shown: Any) -> HttpResponse:
    now = timezone.now()
    find = request.GET.get("find", "").strip()[:LONGEST_FIND]
    standing = request.GET.get("standing", "")
    page = Paginator(people_of(lead, find=find, standing=standing), PEOPLE_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "campaign": lead.campaign,
        "page": page,
        "shown": "people",
        "kept": f"standing={standing}&" if standing in Standing.values else "",
        "untested": [] if find or standing else list(waiting_for_lead(lead.campaign)[:WAITING_SHOWN]),
        "rows": person_rows(lead, list(page), now=now),
        "invites": listed_invites(lead.campaign, now),
        "consent": newest_consent(lead.campaign),
        "leaving": leaving_policy(lead.campaign),
        "policies": Leaving.choices,
        "standings": Standing.values,
        "find": find,
        "standing": standing,
        "is_admin": lead.actor == ADMIN,
        "once": new_mark(),
        "sent": {"uses": "1", "days": "7", "note": ""},
        **shown,
    }
    return render(request, "console/people/people.html", context, status=status)
