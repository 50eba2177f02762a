"""Queries by page: a sample with its preview, and single queries."""

from __future__ import annotations

import pytest
from django.test import Client

from moments.models import Query
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import make_campaign, make_moments
from tests.marking import marking_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/films/corpus/queries/"
ASKED = {"split": "val", "count": "3", "seed": "7"}


def test_the_preview_shows_what_the_button_makes(client: Client) -> None:
    make_moments(make_campaign(), 9)
    sign_in_admin(client)
    page = client.get(PAGE, ASKED)
    assert (page.context["draw"].free, len(page.context["shown"])) == (9, 3)
    assert '<ol class="step-texts" tabindex="0"' in page.content.decode()
    assert "Create 3 queries" in page.content.decode()
    assert client.post(f"{PAGE}sample/", ASKED | {"seen": "0"}).url == PAGE
    assert list(Query.objects.order_by("query_id").values_list("text", flat=True)) == page.context["shown"]
    assert client.get(PAGE).context["draw"].free == 6


def test_a_preview_of_fewer_than_asked_says_so_and_its_button_works(client: Client) -> None:
    make_moments(make_campaign(), 9)
    sign_in_admin(client)
    body = client.get(PAGE, ASKED | {"count": "99999"}).content.decode()
    assert "You asked for more, but only 9 captions are free." in body
    assert '<input type="hidden" name="count" value="9">' in body
    client.post(f"{PAGE}sample/", ASKED | {"count": "9", "seen": "0"})
    assert Query.objects.count() == 9
    assert "No caption is free to sample." in client.get(PAGE, ASKED).content.decode()


def test_a_preview_of_no_query_asks_for_one(client: Client) -> None:
    make_moments(make_campaign(), 9)
    sign_in_admin(client)
    assert "Ask for at least one query." in client.get(PAGE, ASKED | {"count": "0"}).content.decode()


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("count", "0", "Number of queries: expected at least 1, got 0"),
        ("count", "x", "Number of queries: expected a whole number"),
        ("count", "10", "only 9 captions are left"),
        ("seed", "-1", "Seed: expected a whole number"),
        ("split", "train", "Split: expected one of val, test, exam"),
        ("seen", "5", "Queries were added since you opened the page"),
    ],
)
def test_a_sample_that_cannot_be_is_refused_with_the_reason(
    client: Client, field: str, value: str, problem: str
) -> None:
    make_moments(make_campaign(), 9)
    sign_in_admin(client)
    answer = client.post(f"{PAGE}sample/", ASKED | {"seen": "0", field: value})
    assert (answer.status_code, Query.objects.count()) == (400, 0)
    assert problem in answer.content.decode()


def test_a_typed_query_is_added_once(client: Client) -> None:
    make_campaign()
    sign_in_admin(client)
    typed = {"text": "A man opens the door", "split": "test"}
    assert client.post(f"{PAGE}new/", typed, follow=True).redirect_chain[0][0] == PAGE
    assert Query.objects.get().split == "test"
    answer = client.post(f"{PAGE}new/", typed)
    assert (answer.status_code, Query.objects.count()) == (400, 1)
    assert "Text: this text is already a query" in answer.content.decode()
    assert "A man opens the door</textarea>" in answer.content.decode()


def test_a_lead_draws_queries_under_their_pseudonym(client: Client) -> None:
    campaign = make_campaign()
    make_moments(campaign, 9)
    lead = sign_in_lead(client, campaign)
    page = client.get(PAGE, ASKED)
    assert "Create 3 queries" in page.content.decode()
    client.post(f"{PAGE}new/", {"text": "A dog sleeps.", "split": "val"})
    assert campaign.ledger.order_by("-number")[0].actor == lead


@pytest.mark.parametrize(("address", "method"), [("", "get"), ("sample/", "post"), ("new/", "post")])
def test_outsiders_are_refused(client: Client, address: str, method: str) -> None:
    assert refusals(client, make_campaign(), PAGE + address, method) == REFUSED


def test_where_segments_are_marked_there_is_no_such_page(client: Client) -> None:
    marking_campaign()
    sign_in_admin(client)
    assert client.get("/c/long/corpus/queries/").status_code == 404


@pytest.mark.parametrize("moments", [1, 30])
def test_it_needs_as_many_queries_for_more_moments(client: Client, moments: int, django_assert_num_queries) -> None:
    make_moments(make_campaign(), moments)
    sign_in_admin(client)
    client.get(PAGE, ASKED)
    with django_assert_num_queries(7):
        client.get(PAGE, ASKED)
