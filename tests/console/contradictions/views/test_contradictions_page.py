"""The lead's page on contradictions."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotator.models import Role
from consensus.contradictions.selectors import contradicted_pairs, contradictions
from consensus.models import Verdict, VerdictKind
from moments.campaign.selectors import newest_protocol
from moments.models import Campaign, Moment, Pair, Query
from tests.factories import NOW, make_campaign, make_member, make_query

pytestmark = pytest.mark.django_db
PAGE = "/c/films/contradictions/"


def contradict(campaign: Campaign, *relevances: int) -> Query:
    """One more query whose first pairs have these verdicts, all on one stretch of time of one video."""
    query = make_query(campaign, pairs=max(3, len(relevances)))
    pairs = list(query.pairs.order_by("rank"))
    for pair, relevance in zip(pairs, relevances, strict=False):
        Moment.objects.filter(pk=pair.moment_id).update(start_s=0, end_s=10 + pair.rank)
        Verdict.objects.create(
            pair=pair,
            attempt=1,
            kind=VerdictKind.AGREED,
            relevance=relevance,
            round=1,
            protocol=newest_protocol(campaign),
            actor="rule",
            decided_at=NOW,
        )
    return query


def client_of(campaign: Campaign, role: Role) -> Client:
    client = Client()
    client.force_login(make_member(campaign, role=role).user)
    return client


def test_it_shows_what_contradicts_and_says_where() -> None:
    campaign = make_campaign()
    query = contradict(campaign, 4, 1)
    contradict(campaign, 3, 2)
    text = client_of(campaign, Role.LEAD).get(PAGE).content.decode()
    assert query.text in text
    assert "3 apart" in text
    assert text.count('class="worst"') == 2
    assert text.count("<section") == 1


def test_without_any_it_says_so() -> None:
    campaign = make_campaign()
    contradict(campaign, 3, 2)
    assert "No contradictions" in client_of(campaign, Role.LEAD).get(PAGE).content.decode()


@pytest.mark.parametrize("query", ["iou=0.9", "iou=7", "iou=", "page=99", "page=x"])
def test_bad_input_falls_back(query: str) -> None:
    campaign = make_campaign()
    contradict(campaign, 4, 1)
    assert client_of(campaign, Role.LEAD).get(f"{PAGE}?{query}").status_code == 200


def test_the_outsider_is_refused() -> None:
    campaign = make_campaign()
    assert client_of(campaign, Role.ANNOTATOR).get(PAGE).status_code == 403
    assert client_of(make_campaign("other"), Role.LEAD).get(PAGE).status_code == 404


def test_superseded_and_retired_verdicts_do_not_count() -> None:
    campaign = make_campaign()
    query = contradict(campaign, 4, 1)
    assert len(contradictions(campaign)) == 1
    Query.objects.filter(pk=query.pk).update(retired_at=NOW)
    assert contradictions(campaign) == []
    Query.objects.filter(pk=query.pk).update(retired_at=None)
    Pair.objects.filter(pk=query.pairs.get(rank=1).pk).update(attempt=2)
    assert contradictions(campaign) == []


def test_an_inbox_gets_the_pairs() -> None:
    campaign = make_campaign()
    query = contradict(campaign, 4, 1, 1)
    contradict(make_campaign("other"), 4, 1)
    pairs = contradicted_pairs(campaign)
    assert pairs.count() == 2
    assert query.pairs.get(rank=1) in pairs


def test_it_needs_the_same_queries_for_one_and_three() -> None:
    campaign = make_campaign()
    client = client_of(campaign, Role.LEAD)
    counts = []
    for more in (1, 2):
        for _ in range(more):
            contradict(campaign, 4, 1)
        client.get(PAGE)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            client.get(PAGE)
        counts.append(len(asked))
    assert counts[0] == counts[1]
