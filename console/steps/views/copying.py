"""Copies of a campaign, trials with synthetic annotators, and the button that removes a trial."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.models import Role, User
from annotator.people.selectors.access import Lead, led_campaign, person_asking
from archive.copying.services.copying import LONGEST_TITLE
from archive.trials.services.trials import COPYING, order_copy, order_trial, remove_trial
from console.frame.forms import waiting_page, whole_number, with_label
from moments.base.errors import BadInput
from moments.jobs.selectors import newest_job
from moments.models import Campaign, CampaignKind

SHARES = {
    CampaignKind.GRADE: "pairs scored, %",
    CampaignKind.MARK: "questions decided, %",
    CampaignKind.TWIN: "clips finished, %",
}


@require_safe
@login_required
@never_cache
def copying(request: HttpRequest, slug: str) -> HttpResponse:
    """The page."""
    return _page(request, led_campaign(person_asking(request), slug))


@require_POST
@login_required
def copy_order(request: HttpRequest, slug: str) -> HttpResponse:
    """Have a copy made."""
    lead = led_campaign(person_asking(request), slug)
    try:
        order_copy(
            campaign=lead.campaign,
            slug=request.POST.get("slug", "").strip(),
            title=request.POST.get("title", "").strip()[: LONGEST_TITLE + 1],
            with_corpus=request.POST.get("with_corpus") == "on",
            actor=lead.actor,
            now=timezone.now(),
            founder=_founder(request, lead),
        )
    except BadInput as problem:
        return _page(request, lead, problem=str(problem))
    messages.success(request, "The copy has been ordered. A link to it appears on this page.")
    return redirect("corpus-copy", slug)


@require_POST
@login_required
def trial_order(request: HttpRequest, slug: str) -> HttpResponse:
    """Have a copy made in which synthetic annotators score."""
    lead = led_campaign(person_asking(request), slug)
    try:
        trial = order_trial(
            campaign=lead.campaign,
            annotators=whole_number(request.POST.get("annotators", ""), "annotators"),
            share=whole_number(request.POST.get("share", ""), "share"),
            seed=whole_number(request.POST.get("seed", ""), "seed", digits=9),
            actor=lead.actor,
            now=timezone.now(),
            founder=_founder(request, lead),
        )
    except BadInput as problem:
        return _page(request, lead, problem=with_label(problem, {"share": SHARES[CampaignKind(lead.campaign.kind)]}))
    messages.success(request, f"The trial {trial} has been ordered. A link to it appears on this page.")
    return redirect("corpus-copy", slug)


@require_POST
@login_required
def trial_remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove a trial for good."""
    lead = led_campaign(person_asking(request), slug)
    try:
        remove_trial(campaign=lead.campaign)
    except BadInput as problem:
        messages.error(request, f"Nothing was removed: {problem}.")
        return redirect("corpus-copy", slug)
    messages.success(request, f"The trial {slug} is removed with everything in it.")
    return redirect("home")


def _founder(request: HttpRequest, lead: Lead) -> User | None:
    """Who will lead the copy: the lead who orders it."""
    return None if lead.is_admin else person_asking(request)


def _page(request: HttpRequest, lead: Lead, *, problem: str = "") -> HttpResponse:
    job = newest_job(lead.campaign, COPYING.name)
    made = Campaign.objects.filter(slug=job.order["slug"]).first() if job and not job.is_live else None
    opens = made is not None and (lead.is_admin or made.members.filter(user=request.user.pk, role=Role.LEAD).exists())
    context = {
        "campaign": lead.campaign,
        "job": job,
        "made": made,
        "opens": opens,
        "typed": request.POST,
        "longest": LONGEST_TITLE,
        "share_of": SHARES[CampaignKind(lead.campaign.kind)],
    }
    return waiting_page(request, "console/steps/copy.html", context, job, problem=problem)
