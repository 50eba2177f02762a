"""What a lead's form is about: the pair or the query that its address names."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from annotator.people.selectors.access import Lead, led_campaign, person_asking
from moments.base.errors import BadInput
from moments.models import Pair, Query


def asked_pair(request: HttpRequest, slug: str, number: int) -> tuple[Lead, Pair]:
    """The lead and their campaign's pair of that number; raises Http404 where there is none."""
    lead = led_campaign(person_asking(request), slug)
    pairs = lead.campaign.pairs.select_related("campaign", "query", "moment", "batch__protocol")
    return lead, get_object_or_404(pairs, number=number)


def asked_query(request: HttpRequest, slug: str, query_id: int) -> tuple[Lead, Query]:
    """The lead and their campaign's query of that number; raises Http404 where there is none."""
    lead = led_campaign(person_asking(request), slug)
    return lead, get_object_or_404(lead.campaign.queries.select_related("campaign"), query_id=query_id)


def whole_number(text: str, field: str, *, digits: int = 5) -> int:
    """The number that was typed into the field; raises BadInput for anything else and for more digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise BadInput(f"{field}: expected a whole number")
    return int(text)
