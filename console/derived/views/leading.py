"""Captions and windows: people accept, change or reject them, one after another by keyboard; admins draw windows."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.models import DerivedAsk, DerivedState
from annotator.people.selectors.access import Lead, led_marking, person_asking
from consensus.captioning.languages import LANGUAGES
from consensus.captioning.selectors import caption_progress, newest_caption_run, reasons_without
from consensus.captioning.services.jobs import caption_manner
from consensus.captioning.services.runs import BOUNDS, order_captions
from consensus.derived.services.deciding import accept_derived, reject_derived
from consensus.derived.services.making import draw_windows
from console.derived.selectors import counts, listed, made_rows
from console.frame.forms import note_in, refusals_shown, whole_number
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
        **_writing(lead),
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
            messages.success(request, f"{_name(made)} now counts.")
        else:
            reject_derived(derived=made, actor=lead.actor, now=timezone.now(), reason=reason)
            messages.success(request, f"{_name(made)} is rejected.")
    shown = request.POST.get("show", "")
    return redirect(reverse("captions", args=[slug]) + (f"?show={shown}" if shown in SHOWN else ""))


@require_safe
@login_required
def derived_progress(request: HttpRequest, slug: str) -> HttpResponse:
    """Only how far the model is, for a page that shows it."""
    lead = led_marking(person_asking(request), slug)
    return render(request, "console/derived/_writing.html", {"campaign": lead.campaign, **_writing(lead)})


@require_POST
@login_required
def derived_write(request: HttpRequest, slug: str) -> HttpResponse:
    """Order captions by a model of every decided question that has none, as the fields of the form say."""
    lead = led_marking(person_asking(request), slug)
    with refusals_shown(request, "Nothing was ordered"):
        given = {name: request.POST.get(name, "").strip() for name in BOUNDS}
        fields = {name: whole_number(value, name, digits=12) for name, value in given.items() if value}
        language = request.POST.get("language") or next(iter(LANGUAGES))
        manner = caption_manner(language=language, **fields)
        order_captions(campaign=lead.campaign, manner=manner, actor=lead.actor, now=timezone.now())
        messages.success(request, "The captions have been ordered. The worker will start in its next round.")
    return redirect("captions", slug)


@require_POST
@login_required
def derived_draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw a window around the image of every decided question that has none."""
    lead = led_marking(person_asking(request), slug)
    with refusals_shown(request):
        made = draw_windows(campaign=lead.campaign, now=timezone.now(), actor=lead.actor)
        left = counted(len(made.without), "question")
        without = f" No window fits around the images of {left}." if made.without else ""
        messages.success(request, f"{counted(made.made, 'window is', 'windows are')} drawn.{without}")
    return redirect("captions", slug)


def _writing(lead: Lead) -> dict[str, Any]:
    run = newest_caption_run(lead.campaign)
    return {
        "run": run,
        "job": run.job if run else None,
        "reasons": reasons_without(run) if run else [],
        "progress": caption_progress(lead.campaign),
        "languages": list(LANGUAGES),
        "language_model": settings.LANGUAGE_MODEL,
    }


def _name(made: DerivedAsk) -> str:
    what = "caption" if made.task == "ca" else "window"
    return f"The {what} of question {made.ask.number}"
