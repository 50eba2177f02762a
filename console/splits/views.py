"""The splits of a twins campaign: how they stand, what a drawing would give, and the button that draws."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotator.people.selectors.access import Lead, led_twins, person_asking
from consensus.twin_splits.selectors import SplitsNow, splits_now
from consensus.twin_splits.services import draw_campaign_splits
from consensus.twins.splits.drawing import DrawnSplits, draw_splits
from consensus.twins.splits.placing import WIDEST_TOLERANCE, Split, SplitSizes
from console.frame.forms import whole_number, with_label
from moments.base.errors import BadInput

LABELS = {
    "val": "Clips in validation",
    "test": "Clips in test",
    "seed": "Seed",
    "tolerance": "A size may be missed by, %",
    "replace": "Replace the existing splits",
}
FIELDS = ("val", "test", "seed", "tolerance")
USUAL = {"val": "", "test": "", "seed": "1", "tolerance": "1"}
NAMES = {Split.TRAIN: "training", Split.VAL: "validation", Split.TEST: "test", "": "none yet"}
LONGEST = 20
DIGITS = 9


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants drawn."""

    sizes: SplitSizes
    seed: int


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def splits(request: HttpRequest, slug: str) -> HttpResponse:
    """The page, with a preview if the address names sizes; a POST draws."""
    lead = led_twins(person_asking(request), slug)
    if request.method == "POST":
        return _draw(request, lead)
    typed = {name: request.GET[name].strip()[:LONGEST] for name in FIELDS if name in request.GET}
    return _page(request, lead, typed, is_previewed="val" in typed)


def _draw(request: HttpRequest, lead: Lead) -> HttpResponse:
    typed = {name: request.POST.get(name, "").strip()[:LONGEST] for name in FIELDS}
    try:
        asked = _asked(typed)
        drawn = draw_campaign_splits(
            campaign=lead.campaign,
            sizes=asked.sizes,
            seed=asked.seed,
            replace=request.POST.get("replace") == "on",
            seen=request.POST.get("seen", "")[:LONGEST],
            actor=lead.actor,
            now=timezone.now(),
        )
    except BadInput as problem:
        return _page(request, lead, typed, problem=with_label(problem, LABELS))
    counts = ", ".join(f"{count:,} in {NAMES[split]}" for split, count in drawn.clips.items())
    messages.success(request, f"The splits have been drawn: {counts}.")
    return redirect("twin-splits", lead.campaign.slug)


def _asked(typed: Mapping[str, str]) -> Asked:
    """The values as typed; raises BadInput naming the field that is wrong."""
    val, test, seed = (whole_number(typed.get(name, ""), name, digits=DIGITS) for name in ("val", "test", "seed"))
    try:
        percent = float(typed.get("tolerance", ""))
    except ValueError as error:
        raise BadInput("expected a number", field="tolerance") from error
    if not (math.isfinite(percent) and 0 <= percent <= 100 * WIDEST_TOLERANCE):
        raise BadInput(f"expected 0 to {100 * WIDEST_TOLERANCE:g}", field="tolerance")
    return Asked(SplitSizes(val, test, percent / 100), seed)


def _page(
    request: HttpRequest, lead: Lead, typed: Mapping[str, str], *, is_previewed: bool = False, problem: str = ""
) -> HttpResponse:
    found, drawn = splits_now(lead.campaign), None
    if is_previewed:
        try:
            drawn = _previewed(found, typed)
        except BadInput as refusal:
            problem = with_label(refusal, LABELS)
    context = {
        "campaign": lead.campaign,
        "found": found,
        "counts": _named(found.counts),
        "typed": {**USUAL, **_drawn_before(found), **typed},
        "labels": LABELS,
        "drawn": drawn,
        "drawn_counts": _named(drawn.clips) if drawn else [],
        "problem": problem,
    }
    return render(request, "console/splits/splits.html", context, status=400 if problem else 200)


def _previewed(found: SplitsNow, typed: Mapping[str, str]) -> DrawnSplits:
    asked = _asked(typed)
    if not found.units:
        raise BadInput("no caption is accepted yet, so there is nothing to draw")
    return draw_splits(found.units, asked.sizes, seed=asked.seed)


def _drawn_before(found: SplitsNow) -> dict[str, str]:
    if found.last is None:
        return {}
    sizes = found.last.sizes
    tolerance = f"{100 * sizes.tolerance:g}"
    return {"val": str(sizes.val), "test": str(sizes.test), "seed": str(found.last.seed), "tolerance": tolerance}


def _named(counts: Mapping[Split, int] | Mapping[str, int]) -> list[tuple[str, int]]:
    """The counts in the order of the splits, under the names that people read."""
    by_name: dict[str, int] = {str(split): count for split, count in counts.items()}
    return [(words, by_name[str(split)]) for split, words in NAMES.items() if by_name.get(str(split))]
