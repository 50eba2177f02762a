"""Shows what changed from one export to another, and why."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import led_campaign, person_asking
from consensus.export.marking.comparing import MarkedComparison
from consensus.export.selectors.exports import archive_of, export_by_number
from consensus.export.services.comparison import compare_exports
from consensus.export.twins.comparing import TwinComparison
from consensus.models import Export
from moments.base.errors import BadInput
from moments.models import Campaign

SHOWN = 200
MARKED_WORDING = {
    "added": ("Questions added", "added"),
    "removed": ("Questions removed", "removed"),
    "to_unjudged": ("Lost their truth", "lost its truth"),
    "from_unjudged": ("Got a truth", "got a truth"),
    "truth": ("Truth changed", "truth"),
    "text": ("Text changed", ""),
    "unjudged_added": ("Newly without a truth", "newly without a truth"),
    "unjudged_removed": ("No longer listed without a truth", "no longer listed without a truth"),
    "unjudged_changed": ("Reason changed", "reason for having no truth changed"),
    "pools": ("Pools changed", ""),
}
TWIN_WORDING = {
    "added": ("Clips added", "added"),
    "removed": ("Clips removed", "removed"),
    "to_unjudged": ("Lost their caption", "lost its caption"),
    "from_unjudged": ("Got a caption", "got a caption"),
    "caption": ("Caption changed", "has another caption"),
    "split": ("Split changed", "moved to another split"),
    "rest": ("Something else changed", "changed"),
    "unjudged_added": ("Newly without a caption", "newly without a caption"),
    "unjudged_removed": ("No longer listed without a caption", "no longer listed without a caption"),
    "unjudged_changed": ("Reason changed", "reason for having no caption changed"),
}
WORDINGS: dict[type, dict[str, tuple[str, str]]] = {MarkedComparison: MARKED_WORDING, TwinComparison: TWIN_WORDING}
UNITS = {
    "grade": "labels, unjudged pairs and adjudications",
    "mark": "questions, truths and pools",
    "twin": "clips, captions and splits",
}
HIGHEST_DIGITS = 9
# Each kind as the heading of its count, and in the row of a change.
WORDING = {
    "added": ("Labels added", "added"),
    "removed": ("Labels removed", "removed"),
    "to_unjudged": ("Moved to unjudged", "moved to unjudged"),
    "from_unjudged": ("Moved from unjudged to labels", "moved from unjudged to labels"),
    "relevance": ("Relevance changed", "relevance"),
    "text": ("Text changed", ""),
    "unjudged_added": ("Newly unjudged", "newly unjudged"),
    "unjudged_removed": ("No longer unjudged", "no longer unjudged"),
    "unjudged_changed": ("Reason for unjudged changed", "reason for unjudged changed"),
    "adjudication_added": ("Adjudications added", "adjudicated"),
    "adjudication_removed": ("Adjudications removed", "adjudication removed"),
    "adjudication_changed": ("Adjudications changed", "adjudication changed"),
}


@require_safe
@login_required
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """`?old=1&new=2`: the changes by kind, the first 200 of them with their reasons."""
    campaign = led_campaign(person_asking(request), slug).campaign
    old, new = sorted(
        (_export(request, campaign, "old"), _export(request, campaign, "new")), key=lambda one: one.number
    )
    context = {"campaign": campaign, "old": old, "new": new, "most": SHOWN}
    try:
        found = compare_exports(old=archive_of(old), new=archive_of(new))
    except BadInput as problem:
        return render(request, "console/export/compare.html", {**context, "problem": str(problem)}, status=400)
    pools = found.pools if isinstance(found, MarkedComparison) else None
    wording = WORDINGS.get(type(found), WORDING)
    counts = [(wording[kind][0], count) for kind, count in found.counts.items()]
    changes = [(wording[change.kind][1], change) for change in found.changes[:SHOWN]]
    shown = {"counts": counts, "changes": changes, "pools": (pools or [])[:SHOWN]}
    context |= {"found": found, "units": UNITS[campaign.kind], **shown}
    return render(request, "console/export/compare.html", context)


def _export(request: HttpRequest, campaign: Campaign, name: str) -> Export:
    text = request.GET.get(name, "")
    if not (text.isascii() and text.isdigit()) or len(text) > HIGHEST_DIGITS:
        raise BadRequest(f"{name}: expected an export's number")
    return export_by_number(campaign, int(text))
