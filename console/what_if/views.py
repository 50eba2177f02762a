"""Shows what a campaign's scores would have led to under another protocol."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotator.people.selectors.access import led_grading, person_asking
from consensus.what_if.replay import CHANGEABLE
from consensus.what_if.selectors import what_if as replayed
from consensus.what_if.tables import before_and_after, changes_from, moves_table, suggestions_table
from moments.base.errors import BadInput
from moments.campaign.selectors import newest_protocol
from moments.models import Campaign
from moments.protocol import ProtocolError

QUERIES_NAMED = 100


@require_safe
@login_required
def what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, and below it what the changes that it names would change; nothing is written."""
    lead = led_grading(person_asking(request), slug)
    typed = {key: request.GET.get(key, "").strip() for key in CHANGEABLE}
    context = {"campaign": lead.campaign, "typed": typed, "protocol": newest_protocol(lead.campaign)}
    try:
        context |= _answer(lead.campaign, typed)
    except (BadInput, ProtocolError) as problem:
        return render(request, "console/what_if/what_if.html", {**context, "problem": str(problem)}, status=400)
    return render(request, "console/what_if/what_if.html", context)


def _answer(campaign: Campaign, typed: dict[str, str]) -> dict[str, Any]:
    changes = changes_from(typed)
    if not changes:
        return {}
    found = replayed(campaign, changes)
    lists = {"extended": found.extended, "closed": found.closed, "unknown": found.unknown}
    return {
        "found": found,
        "counts": before_and_after(found).items(),
        "moves": moves_table(found),
        "suggestions": suggestions_table(found),
        "lists": {name: (queries[:QUERIES_NAMED], len(queries)) for name, queries in lists.items()},
    }
