"""The page on rewrites of captions of twins: how far they are, a run and a sample ordered, and every rewrite."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotator.people.selectors.access import led_twins, person_asking
from consensus.twin_rewrites.selectors.progress import (
    newest_rewrite_run,
    reasons_lacking,
    refused_rewrites,
    rewrites_progress,
)
from consensus.twin_rewrites.selectors.reviewing import sample_progress
from consensus.twin_rewrites.services.jobs import rewrite_manner
from consensus.twin_rewrites.services.reviewing import draw_sample
from consensus.twin_rewrites.services.runs import BOUNDS, order_rewrites
from console.frame.forms import refusals_shown, whole_number
from console.rewriting.selectors import KEPT, LISTS, list_counts, listed_rewrites, rewrite_cards
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.encoders import DEFAULT_ENCODER, ENCODERS
from moments.models import Campaign

# What people read beside the fields of the forms.
LABELS = {
    "per_caption": "Rewrites per caption",
    "rounds": "Requests per caption",
    "encoder": "Encoder",
    "least_similar": "Similarity",
    "rate": "Requests a minute",
    "parallel": "Requests at once",
    "most_tokens": "Budget in tokens",
    "size": "Number of rewrites",
    "points": "Interval",
    "half_width": "Interval, as a share",
    "seed": "Seed",
}
ROWS_A_PAGE = 50
LONGEST_SHARE = 12


@require_safe
@login_required
@never_cache
def rewrites(request: HttpRequest, slug: str) -> HttpResponse:
    """The page, with the list that `show` names."""
    campaign = led_twins(person_asking(request), slug).campaign
    shown = request.GET.get("show", "")
    shown = shown if shown in LISTS else KEPT
    page = Paginator(listed_rewrites(campaign, shown), ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        **_progress(campaign),
        "shown": shown,
        "page": page,
        "cards": rewrite_cards(list(page)),
        "counts": list_counts(campaign),
        "encoders": _encoders(),
        "language_model": settings.LANGUAGE_MODEL,
    }
    return render(request, "console/rewriting/rewrites.html", context)


@require_POST
@login_required
def rewrites_run(request: HttpRequest, slug: str) -> HttpResponse:
    """Order a run over the captions of training that lack rewrites, as the fields of the form say."""
    lead = led_twins(person_asking(request), slug)
    with refusals_shown(request, "The run was not started", LABELS):
        given = {name: request.POST.get(name, "").strip() for name in BOUNDS}
        fields: dict[str, Any] = {name: whole_number(value, name, digits=12) for name, value in given.items() if value}
        least = request.POST.get("least_similar", "").strip()
        manner = rewrite_manner(
            encoder=request.POST.get("encoder") or DEFAULT_ENCODER,
            least_similar=share_in(least, "least_similar") if least else None,
            **fields,
        )
        order_rewrites(campaign=lead.campaign, manner=manner, actor=lead.actor, now=timezone.now())
        messages.success(request, "The run has been ordered. The worker will start it in its next round.")
    return redirect("corpus-rewrites", slug)


@require_POST
@login_required
def rewrites_sample(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw a sample for review, of a size or for a half-width in percentage points."""
    lead = led_twins(person_asking(request), slug)
    with refusals_shown(request, "No sample was drawn", LABELS):
        seed = whole_number(request.POST.get("seed", "").strip() or "1", "seed", digits=10)
        size, points = (request.POST.get(name, "").strip() for name in ("size", "points"))
        wanted: dict[str, Any] = {"half_width": share_in(points, "points") / 100} if points else {}
        if size:
            wanted["size"] = whole_number(size, "size", digits=7)
        if len(wanted) != 1:
            raise BadInput("fill in either the number of rewrites or the half-width")
        made = draw_sample(campaign=lead.campaign, seed=seed, actor=lead.actor, now=timezone.now(), **wanted)
        messages.success(request, f"{counted(made.size, 'rewrite is', 'rewrites are')} drawn for review.")
    return redirect("corpus-rewrites", slug)


def share_in(text: str, field: str) -> float:
    """The decimal number that was typed; raises BadInput for anything else."""
    plain = text.replace(",", ".", 1)
    if not (plain.isascii() and len(plain) <= LONGEST_SHARE and plain.replace(".", "", 1).isdigit()):
        raise BadInput("expected a number such as 0.7", field=field)
    return float(plain)


def _progress(campaign: Campaign) -> dict[str, Any]:
    run = newest_rewrite_run(campaign)
    return {
        "campaign": campaign,
        "run": run,
        "job": run.job if run else None,
        "progress": rewrites_progress(campaign, run),
        "refused": refused_rewrites(run) if run else [],
        "lacking": reasons_lacking(run) if run else [],
        "sample": sample_progress(campaign),
    }


def _encoders() -> list[str]:
    kinds = (kind for kind in ENCODERS.values() if kind.compares_texts and not kind.is_family)
    return [kind.name for kind in kinds if not kind.missing()]
