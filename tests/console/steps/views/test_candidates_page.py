"""Candidates by page: ranking and pooling are ordered, done by a worker, and told on the page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from consensus.opening.services import open_campaign
from moments.corpus.services import sample_queries
from moments.jobs.selectors import newest_job
from moments.models import Campaign, CandidateList, PairSource
from moments.ranking.services.orders import rank_ordered
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, lose, make_campaign, make_moments, make_query, opened_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/films/corpus/candidates/"
RANK = {"encoder": "lexical", "top": "5", "how": "pairs"}


def sampled_campaign(queries: int = 2) -> Campaign:
    campaign = make_campaign()
    make_moments(campaign, 12)
    sample_queries(campaign=campaign, split="val", count=queries, seed=1, now=NOW, actor="test")
    return campaign


def test_an_admin_ranks_and_reads_what_came_of_it(client: Client) -> None:
    campaign = sampled_campaign()
    sign_in_admin(client)
    page = client.get(PAGE).context["plan"]
    assert (page.moments, page.rankable, page.left_alone, page.refusal) == (12, 2, 0, "")
    assert {one.kind.name for one in page.offered if not one.missing} >= {"lexical", "bm25"}
    body = client.post(f"{PAGE}rank/", RANK, follow=True).content.decode()
    assert "Ranking has been ordered" in body
    assert 'hx-trigger="every 3s"' in body
    assert "Candidates are being found right now." in client.get("/c/films/corpus/clips/").content.decode()
    assert rank_ordered(now=NOW) == 1
    assert "Candidates are being found right now." not in client.get("/c/films/corpus/clips/").content.decode()
    assert campaign.pairs.count() == 10
    body = client.get(PAGE).content.decode()
    assert "Ranking: 10 pairs created for 2 queries" in body
    assert "every 3s" not in body
    assert client.get(PAGE, headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def test_a_list_makes_no_pairs(client: Client) -> None:
    campaign = sampled_campaign()
    sign_in_admin(client)
    client.post(f"{PAGE}rank/", RANK | {"encoder": "bm25", "how": "list"})
    rank_ordered(now=NOW)
    assert (campaign.pairs.count(), CandidateList.objects.filter(source="bm25").count()) == (0, 2)
    assert newest_job(campaign, "ranking").outcome == "10 candidates of bm25 listed for 2 queries"


def test_sources_are_pooled_in_their_turns(client: Client) -> None:
    campaign = sampled_campaign()
    sign_in_admin(client)
    turns = {"source": ["lexical", "bm25", ""], "turn": ["2", "1", ""], "top": "6", "depth": ""}
    assert client.post(f"{PAGE}pool/", turns).url == PAGE
    assert newest_job(campaign, "ranking").order["sources"] == ["bm25", "lexical"]
    rank_ordered(now=NOW)
    assert campaign.pairs.count() == 12
    assert set(PairSource.objects.values_list("source", flat=True)) == {"bm25", "lexical"}
    campaign.refresh_from_db()
    assert campaign.encoder == "bm25"


@pytest.mark.parametrize(
    ("address", "typed", "problem"),
    [
        ("rank/", RANK | {"encoder": "tfidf"}, "Encoder: there is no encoder &#x27;tfidf&#x27;"),
        ("rank/", RANK | {"encoder": "sentence-transformers:"}, "Encoder: there is no encoder"),
        ("rank/", RANK | {"top": "0"}, "Candidates per query: expected 1 to 1000, got 0"),
        ("rank/", RANK | {"top": "x"}, "Candidates per query: expected a whole number"),
        ("pool/", {"top": "5"}, "Turns: name at least one"),
        ("pool/", {"source": ["a-list"], "turn": ["1"], "top": "5"}, "no list of that name was imported"),
        ("pool/", {"source": ["bm25", "lexical"], "turn": ["1", "1"], "top": "5"}, "have the same turn"),
        ("pool/", {"source": ["bm25"], "turn": ["1"], "top": "5", "similarity": "no"}, "no encoder &#x27;no&#x27;"),
    ],
)
def test_what_cannot_be_ranked_is_not_ordered(client: Client, address: str, typed: dict, problem: str) -> None:
    campaign = sampled_campaign()
    sign_in_admin(client)
    answer = client.post(PAGE + address, typed)
    assert (answer.status_code, newest_job(campaign, "ranking")) == (400, None)
    assert problem in answer.content.decode()


def test_what_was_typed_stays_in_its_own_form(client: Client) -> None:
    sampled_campaign()
    sign_in_admin(client)
    assert client.post(f"{PAGE}pool/", {"top": "6"}).content.decode().count('value="6"') == 1
    assert client.post(f"{PAGE}rank/", RANK | {"top": "0"}).content.decode().count('required value="0"') == 1


def test_the_page_says_why_nothing_can_be_ranked(client: Client) -> None:
    campaign = make_campaign()
    sign_in_admin(client)

    def plan() -> tuple[int, int, str]:
        page = client.get(PAGE).context["plan"]
        return page.rankable, page.left_alone, page.refusal

    assert plan() == (0, 0, "import moments first")
    make_moments(campaign, 9)
    assert plan() == (0, 0, "sample or add queries first")
    make_query(campaign, pairs=2)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    assert plan() == (0, 1, "every query is open or in use, so no candidates can change")


def test_a_second_order_waits_for_the_first(client: Client) -> None:
    sampled_campaign()
    sign_in_admin(client)
    client.post(f"{PAGE}rank/", RANK)
    answer = client.post(f"{PAGE}rank/", RANK)
    assert answer.status_code == 400
    assert "already being ranked" in answer.content.decode()


def test_queries_opened_between_order_and_work_are_told_as_the_reason(client: Client) -> None:
    campaign = sampled_campaign()
    sign_in_admin(client)
    client.post(f"{PAGE}rank/", RANK)
    campaign.queries.all().delete()
    rank_ordered(now=NOW)
    assert (
        "The candidates were not ranked: campaign &#x27;films&#x27; has no queries" in client.get(PAGE).content.decode()
    )


def test_a_ranking_whose_worker_is_lost_is_given_up_after_three_goes(client: Client) -> None:
    campaign = sampled_campaign()
    sign_in_admin(client)
    client.post(f"{PAGE}rank/", RANK)
    lose(newest_job(campaign, "ranking"), tries=3)
    rank_ordered(now=NOW + timedelta(minutes=61))
    assert "interrupted 3 times" in client.get(PAGE).content.decode()


def test_a_lead_cancels_what_an_admin_ordered(client: Client) -> None:
    campaign = sampled_campaign()
    sign_in_admin(client)
    client.post(f"{PAGE}rank/", RANK)
    job = newest_job(campaign, "ranking")
    sign_in_lead(client, campaign)
    assert client.post(f"/c/films/jobs/{job.pk}/cancel/").url == PAGE
    assert rank_ordered(now=NOW) == 0


def test_open_queries_are_left_alone_and_the_page_says_so(client: Client) -> None:
    opened_campaign(pairs=2)
    sign_in_admin(client)
    assert "every query is open or in use" in client.get(PAGE).content.decode()


@pytest.mark.parametrize(("address", "method"), [("", "get"), ("rank/", "post"), ("pool/", "post")])
def test_outsiders_are_refused(client: Client, address: str, method: str) -> None:
    assert refusals(client, make_campaign(), PAGE + address, method) == REFUSED


def test_leads_rank_and_name_no_model(client: Client) -> None:
    campaign = sampled_campaign()
    lead = sign_in_lead(client, campaign)
    assert "sentence-transformers:" not in client.get(PAGE).content.decode()
    assert client.post(f"{PAGE}rank/", RANK).url == PAGE
    assert newest_job(campaign, "ranking").actor == lead


@pytest.mark.parametrize("queries", [1, 3])
def test_it_needs_the_same_queries_for_one_and_three(client: Client, queries: int, django_assert_num_queries) -> None:
    sampled_campaign(queries)
    sign_in_admin(client)
    client.get(PAGE)
    with django_assert_num_queries(8):
        client.get(PAGE)
