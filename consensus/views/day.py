"""My day: an annotator's own work, pay and agreement."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.selectors.day import own_work
from annotator.selectors.pages import own_membership
from annotator.selectors.staffing import staffing_of
from annotator.views.access import person_asking
from consensus.selectors.own_agreement import own_agreement


@require_safe
@login_required
@never_cache
def day(request: HttpRequest, slug: str) -> HttpResponse:
    """The person's own figures, nobody else's; the suspended see theirs too."""
    member = own_membership(person_asking(request), slug)
    context = {
        "campaign": member.campaign,
        "member": member,
        "work": own_work(member, now=timezone.now()),
        "agreement": own_agreement(member),
        "day_target": staffing_of(member.campaign).day_target,
    }
    return render(request, "consensus/day.html", context)
