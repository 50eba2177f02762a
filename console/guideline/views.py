"""Where leads write the guideline: its text with a preview, its examples, its versions."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from annotator.guideline.principles import default_principles
from annotator.guideline.selectors.illustrations import illustrated, listed_illustrations
from annotator.guideline.selectors.reading import examples_by_level, newest_guideline, principles_in
from annotator.guideline.selectors.versions import chosen_version, versions_of
from annotator.guideline.services import add_example, remove_example, save_guideline
from annotator.joining.forms import asked_version
from annotator.people.selectors.access import Lead, led_campaign, person_asking
from console.frame.forms import asked_graded_pair, note_in, refusals_shown, where_from
from console.frame.previews import previewed
from moments.base.errors import BadInput
from moments.campaign.selectors import levels_of
from moments.illustrations.selectors import known_numbers


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def guideline_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; a POST shows a preview, or saves the next version."""
    lead = led_campaign(person_asking(request), slug)
    if request.method != "POST":
        return _page(request, lead, **_saved(request, lead))
    text, points = request.POST.get("text", ""), request.POST.get("principles")
    if request.POST.get("do") != "save":
        return _preview(request, lead, text)
    renewed = "renewed" in request.POST
    try:
        made = save_guideline(
            campaign=lead.campaign,
            text=text,
            principles=points,
            renewed=renewed,
            actor=lead.actor,
            now=timezone.now(),
            seen_version=asked_version(request, "seen_version"),
        )
    except BadInput as problem:
        typed = {"text": text, "principles": points or "", "renewed": renewed}
        return _page(request, lead, **typed, problem=f"The text was not saved: {problem}.", status=409)
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


def _saved(request: HttpRequest, lead: Lead) -> dict[str, Any]:
    """What the form holds at first: what is in force, or with `usual` the points that every campaign begins with."""
    newest = newest_guideline(lead.campaign)
    usual = default_principles(lead.campaign.kind)
    points = usual if request.GET.get("usual") else principles_in(newest, lead.campaign)
    return {"text": newest.text if newest else "", "principles": points}


def _preview(request: HttpRequest, lead: Lead, text: str) -> HttpResponse:
    preview = _previewed(lead, text)
    if request.headers.get("HX-Request"):
        return render(request, "console/guideline/_preview.html", {"campaign": lead.campaign, "preview": preview})
    points, renewed = request.POST.get("principles", ""), "renewed" in request.POST
    return _page(request, lead, text=text, principles=points, renewed=renewed, preview=preview)


def _previewed(lead: Lead, text: str) -> dict[str, str]:
    campaign = lead.campaign
    return previewed(text, placed=known_numbers(campaign), show=partial(illustrated, campaign=campaign))


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
        "pictures": listed_illustrations(lead.campaign),
        "usual_principles": default_principles(lead.campaign.kind),
        **shown,
    }
    return render(request, "console/guideline/edit.html", context, status=status)
