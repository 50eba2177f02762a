"""An annotator's page of captions and windows: one at a time, by keyboard."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotator.people.selectors.access import annotator_in, person_asking
from consensus.derived.judging import Judgement
from consensus.derived.services.judging import judge_derived, next_to_judge
from console.derived.selectors import made_rows
from console.frame.forms import new_mark, note_in, refusals_shown
from moments.models import CampaignKind

LONGEST_VIEW_DIGITS = 9


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def judge_captions(request: HttpRequest, slug: str) -> HttpResponse:
    """What the person has in hand; a decision on it leads to the next."""
    member = annotator_in(person_asking(request), slug)
    if member.campaign.kind != CampaignKind.MARK:
        raise Http404("this page is for marking campaigns")
    now = timezone.now()
    if request.method == "POST":
        with refusals_shown(request, "Your decision was not stored"):
            number, judgement = _judgement(request)
            judge_derived(member=member, number=number, judgement=judgement, now=now)
            messages.success(request, "Your decision is stored.")
        return redirect("judge-captions", slug)
    made = next_to_judge(member=member, now=now)
    row = made_rows([made], actor=member.pseudonym)[0] if made else None
    context = {"campaign": member.campaign, "row": row, "key": new_mark()}
    return render(request, "console/derived/judge.html", context)


def _judgement(request: HttpRequest) -> tuple[int, Judgement]:
    number, shown = request.POST.get("number", ""), request.POST.get("shown_ms", "")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise BadRequest("number: expected the number of a caption")
    is_time = shown.isascii() and shown.isdigit() and len(shown) <= LONGEST_VIEW_DIGITS
    judgement = Judgement(
        request.POST.get("decision", ""),
        request.POST.get("key", ""),
        request.POST.get("text"),
        note_in(request, "reason"),
        int(shown) if is_time else None,
    )
    return int(number), judgement
