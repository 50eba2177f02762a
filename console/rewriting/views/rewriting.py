"""The page on rewriting: how far it is, what needs a person, a run begun and stopped."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import Lead, led_grading, person_asking
from console.frame.forms import refusals_shown, whole_number
from moments.base.errors import BadInput
from moments.encoders import DEFAULT_ENCODER, ENCODERS
from moments.models import Campaign, RewriteState
from moments.rewriting.checks import LEAST_SIMILARITY
from moments.rewriting.selectors.cards import rewriting_cards
from moments.rewriting.selectors.progress import (
    identical_captions,
    listed_rewritings,
    newest_run,
    reasons,
    require_unsampled,
    rewrite_progress,
    word_figures,
)
from moments.rewriting.services.jobs import model_manner
from moments.rewriting.services.runs import order_run, retry_failed
from moments.rewriting.tagging.registry import DEFAULT, tagger_named, taggers_offered

CARDS_A_PAGE = 20
LISTS = (RewriteState.REVIEW, RewriteState.FAILED, RewriteState.ACCEPTED)


@require_safe
@login_required
def rewriting(request: HttpRequest, slug: str) -> HttpResponse:
    """The page, with the list that `show` names."""
    campaign = led_grading(person_asking(request), slug).campaign
    shown = request.GET.get("show", "")
    shown = shown if shown in LISTS else RewriteState.REVIEW.value
    page = Paginator(listed_rewritings(campaign, shown), CARDS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        **_progress(campaign),
        "shown": shown,
        "page": page,
        "cards": rewriting_cards(page),
        "encoders": _encoders(),
        "taggers": taggers_offered(),
        "language_model": settings.LANGUAGE_MODEL,
        "least": LEAST_SIMILARITY,
    }
    return render(request, "console/rewriting/rewriting.html", context)


@require_safe
@login_required
def rewriting_progress(request: HttpRequest, slug: str) -> HttpResponse:
    """Only the figures, for a page that shows the progress."""
    campaign = led_grading(person_asking(request), slug).campaign
    return render(request, "console/rewriting/progress.html", _progress(campaign))


@require_safe
@login_required
def rewriting_words(request: HttpRequest, slug: str) -> HttpResponse:
    """The most replaced words, and captions that several moments share; counted when asked for."""
    campaign = led_grading(person_asking(request), slug).campaign
    texts, moments, most = identical_captions(campaign)
    context = {
        "campaign": campaign,
        "words": word_figures(campaign),
        "texts": texts,
        "moments": moments,
        "identical": most,
    }
    return render(request, "console/rewriting/words.html", context)


@require_POST
@login_required
def rewriting_run(request: HttpRequest, slug: str) -> HttpResponse:
    """Order a run, or let what got no answer wait again; and say what happens now."""
    lead = led_grading(person_asking(request), slug)
    with refusals_shown(request, "The run was not started"):
        messages.success(request, _done(request, lead))
    return redirect("corpus-rewriting", slug)


def _done(request: HttpRequest, lead: Lead) -> str:
    do = request.POST.get("do")
    if do == "retry":
        require_unsampled(lead.campaign)
        return f"{retry_failed(campaign=lead.campaign)} descriptions are queued for the next run."
    if do != "begin":
        raise BadInput("do: expected begin or retry")
    tagger = request.POST.get("tagger", DEFAULT)
    encoder = request.POST.get("encoder", DEFAULT_ENCODER)
    if encoder not in _encoders():
        raise BadInput(f"encoder: expected one of {', '.join(_encoders())}")
    tagger_named(tagger)
    manner = model_manner(
        encoder=encoder, tagger=tagger, parallel=_number(request, "parallel", 4), rate=_number(request, "rate", 60)
    )
    order_run(campaign=lead.campaign, manner=manner, actor=lead.actor, now=timezone.now())
    return "The run has been ordered. The worker will start it in its next round."


def _encoders() -> list[str]:
    return [kind.name for kind in ENCODERS.values() if kind.compares_texts and not kind.is_family]


def _number(request: HttpRequest, field: str, default: int) -> int:
    value = request.POST.get(field, "").strip()
    return whole_number(value, field, digits=7) if value else default


def _progress(campaign: Campaign) -> dict[str, Any]:
    run = newest_run(campaign)
    problem = ""
    try:
        require_unsampled(campaign)
    except BadInput as error:
        problem = str(error)
    return {
        "campaign": campaign,
        "progress": rewrite_progress(campaign),
        "reasons": reasons(campaign),
        "run": run,
        "job": run.job if run else None,
        "closed": problem,
    }
