"""My day: an annotator's own work, pay and agreement."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotator.asking.selectors.people import own_answers
from annotator.checks.selectors import staffing_of
from annotator.models import Membership
from annotator.pay.selectors.day import own_work
from annotator.people.selectors.access import own_membership, person_asking
from annotator.scoring.selectors.own_twins import own_twin_answers
from consensus.agreement.selectors.own import own_agreement
from consensus.agreement.selectors.own_marked import own_marked_agreement


@require_safe
@login_required
@never_cache
def day(request: HttpRequest, slug: str) -> HttpResponse:
    """The person's own figures and nobody else's; suspended people see theirs too."""
    member = own_membership(person_asking(request), slug)
    context = {
        "campaign": member.campaign,
        "member": member,
        "work": own_work(member, now=timezone.now()),
        "day_target": staffing_of(member.campaign).day_target,
    }
    return render(request, "console/day/day.html", context | _of_kind(member))


def _of_kind(member: Membership) -> dict[str, object]:
    """What only a campaign of this kind shows. Agreement on twins is not shown: the truth of a check is its answer."""
    if member.campaign.is_graded:
        return {"agreement": own_agreement(member)}
    if member.campaign.is_twin:
        return {"twins": own_twin_answers(member)}
    return {"agreement": own_marked_agreement(member), "answers": own_answers(member)}
