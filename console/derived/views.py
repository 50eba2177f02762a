"""Captions and windows: people accept, change or reject them, one after another by keyboard; admins draw windows."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.models import DerivedAsk, DerivedState
from annotator.people.selectors.access import led_marking, person_asking
from consensus.derived.services.deciding import accept_derived, reject_derived
from consensus.derived.services.making import draw_windows
from console.derived.selectors import counts, listed, made_rows
from console.frame.forms import note_in, refusals_shown
from moments.base.plurals import counted

ROWS_A_PAGE = 20
SHOWN = (DerivedState.WAITING.value, DerivedState.ACCEPTED.value)


@require_safe
@login_required
@never_cache
def derived(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits, or with `show=accepted` what counts."""
    lead = led_marking(person_asking(request), slug)
    state = request.GET.get("show", "")
    state = state if state in SHOWN else DerivedState.WAITING.value
    page = Paginator(listed(lead.campaign, state), ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "campaign": lead.campaign,
        "shown": state,
        "counts": counts(lead.campaign),
        "page": page,
        "rows": made_rows(list(page), actor=lead.actor),
        "kept": f"show={state}&",
    }
    return render(request, "console/derived/derived.html", context)


@require_POST
@login_required
def derived_decide(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Accept it, with the words of the form if it is a caption, or reject it, as `decision` says."""
    lead = led_marking(person_asking(request), slug)
    made = get_object_or_404(DerivedAsk.objects.select_related("ask__campaign"), ask__campaign=lead.campaign, pk=number)
    decision, reason = request.POST.get("decision", ""), note_in(request, "reason")
    if decision not in ("accept", "reject"):
        raise BadRequest("decision: expected accept or reject")
    with refusals_shown(request):
        if decision == "accept":
            accept_derived(derived=made, actor=lead.actor, now=timezone.now(), text=request.POST.get("text"))
            messages.success(request, f"{_name(made)} counts now.")
        else:
            reject_derived(derived=made, actor=lead.actor, now=timezone.now(), reason=reason)
            messages.success(request, f"{_name(made)} is rejected.")
    shown = request.POST.get("show", "")
    return redirect(reverse("captions", args=[slug]) + (f"?show={shown}" if shown in SHOWN else ""))


@require_POST
@login_required
def derived_draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw a window around the image of every decided question that has none."""
    user = person_asking(request)
    lead = led_marking(user, slug)
    if not user.is_admin:
        raise PermissionDenied("only admins draw windows")
    with refusals_shown(request):
        made = draw_windows(campaign=lead.campaign, now=timezone.now(), actor=lead.actor)
        left = counted(len(made.without), "question")
        without = f" No window fits around the images of {left}." if made.without else ""
        messages.success(request, f"{counted(made.made, 'window is', 'windows are')} drawn.{without}")
    return redirect("captions", slug)


def _name(made: DerivedAsk) -> str:
    what = "caption" if made.task == "ca" else "window"
    return f"The {what} of question {made.ask.number}"
