"""The admin's ranking inspector."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotator.models import Role
from console.ranking.selectors import side_by_side
from moments.models import Campaign, CandidateList, Pair, PairSource, Query
from tests.factories import NOW, make_admin, make_campaign, make_member, make_query

pytestmark = pytest.mark.django_db
PAGE = "/c/films/corpus/ranking/"


@pytest.fixture
def client() -> Client:
    """An admin's."""
    client = Client()
    client.force_login(make_admin())
    return client


def keep(query: Query, source: str, places: list[int]) -> None:
    """A list of the query's own pairs' moments, by their rank."""
    desc_ids = dict(query.pairs.values_list("rank", "moment__desc_id"))
    values = [round(0.9 - place / 100, 6) for place in range(len(places))]
    CandidateList.objects.create(
        query=query, source=source, desc_ids=[desc_ids[one] for one in places], similarities=values, made_at=NOW
    )


@pytest.fixture
def campaign() -> Campaign:
    """One query with four pairs, which lexical and theirs found at other ranks."""
    campaign = make_campaign()
    query = make_query(campaign, pairs=4, text="two women dance")
    keep(query, "lexical", [1, 2, 3])
    keep(query, "theirs", [3, 1, 4])
    PairSource.objects.create(pair=query.pairs.get(rank=1), source="lexical", rank=1, similarity=0.9)
    PairSource.objects.create(pair=query.pairs.get(rank=1), source="theirs", rank=2, similarity=0.89)
    return campaign


def test_two_sources_stand_side_by_side_with_their_differences(campaign: Campaign) -> None:
    left, right = side_by_side(Query.objects.get(), ["lexical", "theirs"])
    assert [(row.rank, row.other_rank) for row in left.rows] == [(1, 2), (2, None), (3, 1)]
    assert [(row.rank, row.other_rank) for row in right.rows] == [(1, 3), (2, 1), (3, None)]
    assert (left.total, left.shared, left.alone) == (3, 2, 1)
    assert left.rows[0].is_own
    assert (left.rows[2].higher_there, left.rows[0].lower_there) == (2, 1)


def test_pairs_show_who_found_them(campaign: Campaign) -> None:
    pairs, _ = side_by_side(Query.objects.get(), ["pairs", "lexical"])
    assert [list(row.finders) for row in pairs.rows] == [[("lexical", 1), ("theirs", 2)], [], [], []]
    Pair.objects.filter(rank=4).update(study_only=True)
    assert side_by_side(Query.objects.get(), ["pairs", "lexical"])[0].total == 3


def test_the_page_shows_the_first_query_with_pairs_and_a_list(client: Client, campaign: Campaign) -> None:
    text = client.get(PAGE).content.decode()
    assert "two women dance" in text
    assert "found by lexical at 1, theirs at 2" in text
    assert "3 by both, 1 only here" in text
    assert "its own moment" in text


def test_the_sources_asked_for_are_shown(client: Client, campaign: Campaign) -> None:
    text = client.get(PAGE, {"left": "lexical", "right": "theirs"}).content.decode()
    assert "2 by both, 1 only here" in text
    assert "only here</span>" in text
    assert "▲ 2" in text


def test_what_is_not_stored_is_named(client: Client, campaign: Campaign) -> None:
    make_query(campaign, pairs=0, text="a dog")
    text = client.get(PAGE, {"query": "2"}).content.decode()
    assert "This query has no pairs yet." in text
    assert "This source has no list for this query." in text


@pytest.mark.parametrize(
    ("find", "shown"), [("WOMEN", True), ("1", True), ("cat", False), ("%", False), ("9" * 30, False)]
)
def test_queries_are_found_by_words_and_number(client: Client, campaign: Campaign, find: str, shown: bool) -> None:
    text = client.get(PAGE, {"find": find}).content.decode()
    assert ("two women dance" in text) is shown


@pytest.mark.parametrize("query", ["left=nobody&right=nothing", "page=99", "left=lexical&right=lexical"])
def test_bad_input_falls_back(client: Client, campaign: Campaign, query: str) -> None:
    assert client.get(f"{PAGE}?{query}").status_code == 200


@pytest.mark.parametrize("query", ["query=77", "query=x", "query=-1", f"query={'9' * 30}"])
def test_a_query_that_is_not_there_is_404(client: Client, campaign: Campaign, query: str) -> None:
    assert client.get(f"{PAGE}?{query}").status_code == 404


def test_without_queries_it_says_what_to_do(client: Client) -> None:
    make_campaign()
    assert "No queries yet" in client.get(PAGE).content.decode()


def test_leads_see_it_and_annotators_do_not(campaign: Campaign) -> None:
    for role, status in ((Role.LEAD, 200), (Role.ANNOTATOR, 403)):
        member = Client()
        member.force_login(make_member(campaign, role=role).user)
        assert member.get(PAGE).status_code == status


def test_it_needs_the_same_queries_for_four_pairs_and_for_forty(client: Client, campaign: Campaign) -> None:
    many = make_query(campaign, pairs=40, text="a man")
    keep(many, "lexical", list(range(40, 0, -1)))
    counts = []
    for query in (1, 2):
        client.get(PAGE, {"query": query})
        with CaptureQueriesContext(connection) as asked:
            client.get(PAGE, {"query": query})
        counts.append(len(asked))
    assert counts[0] == counts[1]
