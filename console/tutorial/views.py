"""Where leads write the tutorial: its text with a preview, its practice pairs, its versions."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from annotator.guideline.selectors.illustrations import illustrated, listed_illustrations
from annotator.joining.forms import asked_version
from annotator.people.selectors.access import Lead, led_grading, person_asking
from annotator.tutorial.selectors import newest_tutorial
from annotator.tutorial.services import MOST_PRACTICES, Chosen, save_tutorial
from annotator.tutorial.text import starting_text
from console.frame.previews import previewed
from console.tutorial.selectors import (
    candidates_of,
    chosen_of,
    chosen_tutorial,
    practice_queries,
    rows_of,
    tutorial_versions,
)
from moments.base.errors import BadInput
from moments.campaign.selectors import levels_of
from moments.illustrations.selectors import known_numbers

Typed = list[tuple[str, str, str]]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tutorial_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; a POST saves the next version, or shows the form again: previewed, with a pair more or less."""
    lead = led_grading(person_asking(request), slug)
    if request.method != "POST":
        newest = newest_tutorial(lead.campaign)
        saved = chosen_of(newest) if newest else []
        typed = [(str(one.number), str(one.relevance), one.explanation) for one in saved]
        return _page(request, lead, typed, text=newest.text if newest else starting_text(lead.campaign.scale))
    text, typed, doing = request.POST.get("text", ""), _typed(request), request.POST.get("do", "preview")
    if doing == "save":
        return _save(request, lead, text, typed)
    if doing == "preview":
        return _preview(request, lead, text, typed)
    return _page(request, lead, _changed(typed, doing), text=text)


def _save(request: HttpRequest, lead: Lead, text: str, typed: Typed) -> HttpResponse:
    try:
        made = save_tutorial(
            campaign=lead.campaign,
            text=text,
            practices=[_chosen(place, *row) for place, row in enumerate(typed, start=1)],
            actor=lead.actor,
            now=timezone.now(),
            seen_version=asked_version(request, "seen_version"),
        )
    except BadInput as problem:
        return _page(request, lead, typed, text=text, problem=f"The tutorial was not saved: {problem}.", status=409)
    messages.success(request, f"Version {made.version} is saved. Only people in training will see it.")
    return redirect("tutorial-edit", lead.campaign.slug)


def _typed(request: HttpRequest) -> Typed:
    """The form's practice pairs as they were typed: number, level, explanation."""
    columns = [request.POST.getlist(name) for name in ("pair", "level", "explanation")]
    if len({len(column) for column in columns}) > 1:
        raise BadRequest("pair, level, explanation: expected the same number of each")
    if len(columns[0]) > MOST_PRACTICES:
        raise BadRequest(f"pair: at most {MOST_PRACTICES}")
    rows = zip(*columns, strict=True)
    return [(pair.strip(), level, explanation.strip().replace("\r\n", "\n")) for pair, level, explanation in rows]


def _chosen(place: int, pair: str, level: str, explanation: str) -> Chosen:
    if not (pair.isdecimal() and len(pair) < 19):
        raise BadInput(f"practice {place}: pair: expected a number")
    return Chosen(int(pair), int(level) if level.isdecimal() and len(level) < 3 else -1, explanation)


def _changed(typed: Typed, doing: str) -> Typed:
    """The rows after `add:NUMBER` or `drop:NUMBER`; as they are for anything else."""
    what, _, number = doing.partition(":")
    if what == "drop":
        return [row for row in typed if row[0] != number]
    fits = len(typed) < MOST_PRACTICES and all(row[0] != number for row in typed)
    return [*typed, (number, "", "")] if what == "add" and fits else typed


def _preview(request: HttpRequest, lead: Lead, text: str, typed: Typed) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return render(request, "console/tutorial/_preview.html", {"preview": _previewed(lead, text)})
    return _page(request, lead, typed, text=text)


def _previewed(lead: Lead, text: str) -> dict[str, str]:
    campaign = lead.campaign
    return previewed(text, placed=known_numbers(campaign), show=partial(illustrated, campaign=campaign))


def _page(
    request: HttpRequest, lead: Lead, typed: Typed, *, text: str, status: int = 200, problem: str = ""
) -> HttpResponse:
    queries = practice_queries(lead.campaign)
    wanted = request.POST.get("query", "")
    query = next((one for one in queries if str(one.query_id) == wanted), queries[0] if queries else None)
    taken = [number for number, _, _ in typed]
    context: dict[str, Any] = {
        "campaign": lead.campaign,
        "text": text,
        "preview": _previewed(lead, text),
        "problem": problem,
        "newest": newest_tutorial(lead.campaign),
        "levels": levels_of(lead.campaign),
        "rows": rows_of(lead.campaign, typed),
        "most": MOST_PRACTICES,
        "queries": queries,
        "query": query,
        "candidates": candidates_of(query, taken) if query else [],
        "versions": tutorial_versions(lead.campaign),
        "pictures": listed_illustrations(lead.campaign),
        "chosen": chosen_tutorial(lead.campaign, request.GET.get("version", "")),
    }
    return render(request, "console/tutorial/edit.html", context, status=status)
