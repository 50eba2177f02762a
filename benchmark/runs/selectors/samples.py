"""What the sample files of runs hold: the candidates of the campaign's first queries."""

from __future__ import annotations

from django.db.models import QuerySet

from annotator.people.selectors.access import Lead
from benchmark.runs.samples import SampleRow
from moments.models import Campaign, Pair, Split

QUERIES, A_QUERY = 2, 3


def has_candidates(lead: Lead) -> bool:
    """Whether the lead's campaign has a candidate that a sample can show."""
    return _pairs(lead.campaign).exists()


def sample_rows(lead: Lead) -> list[SampleRow]:
    """The most similar candidates of the campaign's first queries; none before they are ranked."""
    pairs = _pairs(lead.campaign)
    first = pairs.order_by("query__query_id").values_list("query__query_id", flat=True).distinct()[:QUERIES]
    rows: list[SampleRow] = []
    for query in list(first):
        found = pairs.filter(query__query_id=query).order_by("-similarity", "number")[:A_QUERY]
        rows += [SampleRow(*fields) for fields in found.values_list(
            "query__query_id", "query__text", "moment__desc_id", "number", "moment__video__name",
            "moment__video__duration_s", "moment__start_s", "moment__end_s", "similarity",
        )]  # fmt: skip
    return rows


def _pairs(campaign: Campaign) -> QuerySet[Pair]:
    return Pair.objects.filter(campaign=campaign).exclude(query__split=Split.EXAM)
