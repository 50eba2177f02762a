"""Copies and trials by page."""

from __future__ import annotations

import pytest
from django.test import Client

from archive.trials.services.trials import copy_ordered
from moments.jobs.selectors import newest_job
from moments.models import Campaign
from tests.console.scenes import REFUSED, refusals, sign_in_admin
from tests.factories import NOW, make_campaign, make_query

pytestmark = pytest.mark.django_db
PAGE = "/c/films/corpus/copy/"
TRIAL = {"annotators": "5", "share": "100", "seed": "1"}


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def test_an_admin_copies_a_campaign_and_finds_the_copy(client: Client) -> None:
    make_query(make_campaign(), pairs=2)
    sign_in_admin(client)
    assert client.post(f"{PAGE}make/", {"slug": "again", "title": "Again", "with_corpus": "on"}).url == PAGE
    copy_ordered(now=NOW)
    body = client.get(PAGE).content.decode()
    assert "The copy: again is created" in body
    assert '<a href="/c/again/corpus/">Open <bdi>Again</bdi></a>' in body
    assert Campaign.objects.get(slug="again").pairs.count() == 2


def test_a_trial_is_made_marked_on_every_page_and_removed(client: Client) -> None:
    make_query(make_campaign(), pairs=4)
    sign_in_admin(client)
    assert client.post(f"{PAGE}try/", TRIAL).url == PAGE
    copy_ordered(now=NOW)
    trial = "/c/films-trial-1/"
    for page in ("corpus/", "review/", "exports/", "corpus/copy/"):
        assert "a trial: all scores come from synthetic annotators." in client.get(trial + page).content.decode()
    answer = client.post(f"{trial}corpus/copy/remove/", follow=True)
    assert "The trial films-trial-1 is removed" in answer.content.decode()
    assert Campaign.objects.get().slug == "films"
    assert "It has since been removed." in client.get(PAGE).content.decode()
    assert "Nothing was removed: only trials" in client.post(f"{PAGE}remove/", follow=True).content.decode()


@pytest.mark.parametrize(
    ("address", "typed", "problem"),
    [
        ("make/", {"slug": "films"}, "already exists"),
        ("make/", {"slug": "Not this"}, "Slug: use 1 to 60"),
        ("try/", TRIAL | {"annotators": "x"}, "Annotators: expected a whole number"),
        ("try/", TRIAL | {"share": "0"}, "Pairs scored, %: expected 1 to 100, got 0"),
    ],
)
def test_what_cannot_be_is_not_ordered(client: Client, address: str, typed: dict[str, str], problem: str) -> None:
    campaign = make_campaign()
    make_query(campaign, pairs=2)
    sign_in_admin(client)
    answer = client.post(PAGE + address, typed)
    assert (answer.status_code, newest_job(campaign, "copy")) == (400, None)
    assert problem in answer.content.decode()


@pytest.mark.parametrize(("address", "method"), [("", "get"), ("make/", "post"), ("try/", "post"), ("remove/", "post")])
def test_outsiders_are_refused(client: Client, address: str, method: str) -> None:
    assert refusals(client, make_campaign(), PAGE + address, method) == REFUSED


@pytest.mark.parametrize("queries", [1, 3])
def test_it_needs_the_same_queries_for_one_and_three(client: Client, queries: int, django_assert_num_queries) -> None:
    campaign = make_campaign()
    for _ in range(queries):
        make_query(campaign, pairs=1)
    sign_in_admin(client)
    client.get(PAGE)
    with django_assert_num_queries(4):
        client.get(PAGE)
