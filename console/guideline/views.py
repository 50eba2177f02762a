"""Where leads write the guideline: its text with a preview, its examples, its versions."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from annotator.guideline.selectors.reading import examples_by_level, newest_guideline
from annotator.guideline.selectors.versions import chosen_version, versions_of
from annotator.guideline.services import add_example, remove_example, save_guideline
from annotator.joining.forms import asked_version
from annotator.people.selectors.access import Lead, led_campaign, person_asking
from console.frame.forms import asked_graded_pair, note_in, refusals_shown, where_from
from console.frame.previews import previewed
from moments.base.errors import BadInput
from moments.campaign.selectors import levels_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def guideline_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; a POST shows a preview, or saves the next version."""
    lead = led_campaign(person_asking(request), slug)
    if request.method != "POST":
        newest = newest_guideline(lead.campaign)
        return _page(request, lead, text=newest.text if newest else "")
    text = request.POST.get("text", "")
    if request.POST.get("do") != "save":
        return _preview(request, lead, text)
    renewed = "renewed" in request.POST
    try:
        made = save_guideline(
            campaign=lead.campaign,
            text=text,
            renewed=renewed,
            actor=lead.actor,
            now=timezone.now(),
            seen_version=asked_version(request, "seen_version"),
        )
    except BadInput as problem:
        return _page(
            request, lead, text=text, renewed=renewed, problem=f"The text was not saved: {problem}.", status=409
        )
    messages.success(
        request, f"Version {made.version} is saved." + (" Everybody is asked to read it." if renewed else "")
    )
    return redirect("guideline-edit", slug)


@require_POST
@login_required
def example_add(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make the pair an example of a level."""
    lead, pair = asked_graded_pair(request, slug, number)
    level = request.POST.get("level", "")
    with refusals_shown(request):
        relevance = lead.campaign.scale.by_text.get(level, -1)
        note = note_in(request, "note")
        made = add_example(pair=pair, relevance=relevance, note=note, actor=lead.actor, now=timezone.now())
        what = f"Pair {number} is an example of level {relevance} from version {made.version} of the guideline."
        messages.success(request, what)
    return redirect(where_from(request, slug, pair))


@require_POST
@login_required
def example_remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make the next version without that example."""
    lead, pair = asked_graded_pair(request, slug, number)
    with refusals_shown(request):
        made = remove_example(campaign=lead.campaign, pair=pair, actor=lead.actor, now=timezone.now())
        messages.success(request, f"Pair {number} is no longer an example from version {made.version}.")
    return redirect("guideline-edit", slug)


def _preview(request: HttpRequest, lead: Lead, text: str) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return render(
            request, "console/guideline/_preview.html", {"campaign": lead.campaign, "preview": previewed(text)}
        )
    return _page(request, lead, text=text, renewed="renewed" in request.POST, preview=previewed(text))


def _page(request: HttpRequest, lead: Lead, *, status: int = 200, **shown: Any) -> HttpResponse:
    newest = newest_guideline(lead.campaign)
    examples = examples_by_level(newest) if newest else {}
    context = {
        "campaign": lead.campaign,
        "newest": newest,
        "examples": [(level, examples.get(level.relevance, [])) for level in reversed(levels_of(lead.campaign))],
        "example_count": sum(map(len, examples.values())),
        "versions": versions_of(lead.campaign),
        "chosen": chosen_version(lead.campaign, request.GET.get("version", "")),
        **shown,
    }
    return render(request, "console/guideline/edit.html", context, status=status)
