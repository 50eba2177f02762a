"""The page on rewrites of captions of twins, and the queue in which a sample of them is reviewed."""

from __future__ import annotations

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from consensus.models import CaptionRewrite, RewriteSample, TwinRewriteRun
from consensus.twin_rewrites.services.jobs import rewrite_captions_ordered
from consensus.twin_rewrites.services.reviewing import draw_sample, review_rewrite
from moments.models import Campaign
from tests.consensus.twin_rewrites.scenes import kept, place, placed_campaign, rewording, rewritten
from tests.consensus.twin_splits.scenes import described
from tests.console.scenes import sign_in_admin, sign_in_lead
from tests.factories import NOW, make_campaign, make_lead
from tests.llm_stub import LlmStub

pytestmark = pytest.mark.django_db
PAGE = "/c/arrow/corpus/rewrites/"
RUN, SAMPLE, REVIEW = f"{PAGE}run/", f"{PAGE}sample/", f"{PAGE}review/"
PROGRAM = {"headers": {"HX-Request": "true"}}


@pytest.fixture(scope="module")
def served():
    with LlmStub({}) as stub:
        yield stub


@pytest.fixture
def stub(served, settings):
    return rewording(settings, served)


@pytest.fixture
def campaign(stub) -> Campaign:
    return placed_campaign()


@pytest.fixture
def reviewed(campaign) -> Campaign:
    rewritten(campaign)
    draw_sample(campaign=campaign, seed=1, size=4, actor="L9", now=NOW)
    return campaign


def said(response) -> list[str]:
    return [str(one) for one in get_messages(response.wsgi_request)]


def first_of(campaign) -> int:
    return RewriteSample.objects.get().sampled.order_by("place").first().rewrite_id


def test_a_lead_orders_a_run_and_sees_what_came_of_it(client: Client, campaign):
    sign_in_lead(client, campaign)
    assert "Start a run" in client.get(PAGE).content.decode()
    response = client.post(RUN, {"per_caption": "3", "rate": "6000", "parallel": "1", "encoder": "lexical"})
    assert (response.url, said(response)) == (
        PAGE,
        ["The run has been ordered. The worker will start it in its next round."],
    )
    run = TwinRewriteRun.objects.get()
    assert (run.per_caption, run.least_similar, run.rounds) == (3, 0.3, 3)
    assert "Waiting for a worker" in client.get(PAGE).content.decode()
    rewrite_captions_ordered(now=NOW, seconds=60)
    page = client.get(PAGE)
    assert page.context["progress"].complete == 2
    assert page.context["counts"] == {"kept": 6, "refused": 2, "wrong": 0, "fallen": 0}
    body = page.content.decode()
    assert all(text in body for _, text in kept(campaign))
    assert "not needed" in client.get(f"{PAGE}?show=refused").content.decode().lower()


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"per_caption": "21"}, "Rewrites per caption: expected 1 to 20, got 21"),
        ({"per_caption": "many"}, "Rewrites per caption: expected a whole number"),
        ({"least_similar": "2"}, "Similarity: expected 0 to 1, got 2"),
        ({"least_similar": "high"}, "Similarity: expected a number such as 0.7"),
        ({"encoder": "bm25\0"}, "Encoder: "),
        ({"most_tokens": "0"}, "Budget in tokens: expected 1 to"),
    ],
)
def test_a_field_that_cannot_be_is_named_and_nothing_is_ordered(client: Client, campaign, fields, problem):
    sign_in_admin(client)
    (message,) = said(client.post(RUN, fields))
    assert message.startswith("The run was not started: ")
    assert problem in message
    assert not TwinRewriteRun.objects.exists()


def test_before_the_splits_are_drawn_the_page_says_what_is_missing(client: Client, stub):
    campaign, _, _ = described(twins=2)
    sign_in_lead(client, campaign)
    assert "No accepted caption is in training yet." in client.get(PAGE).content.decode()
    assert said(client.post(RUN)) == [
        "The run was not started: no accepted caption is in training; draw the splits first."
    ]


def test_a_lead_draws_a_sample_by_size_or_by_the_interval(client: Client, campaign):
    rewritten(campaign)
    sign_in_lead(client, campaign)
    assert said(client.post(SAMPLE, {"size": "4", "seed": "7"})) == ["4 rewrites are drawn for review."]
    assert said(client.post(SAMPLE, {"points": "0,1", "seed": "7"}))[1:] == ["6 rewrites are drawn for review."]
    assert list(RewriteSample.objects.values_list("number", "seed", "size", "rewrites")) == [(1, 7, 4, 6), (2, 7, 6, 6)]
    assert "Review 6 rewrites" in client.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({}, "fill in either the number of rewrites or the half-width"),
        ({"size": "4", "points": "2"}, "fill in either the number of rewrites or the half-width"),
        ({"size": "0"}, "Number of rewrites: expected 1 or more"),
        ({"points": "50"}, "Interval, as a share: expected more than 0 and less than 0.5, got 0.5"),
        ({"points": "x"}, "Interval: expected a number such as 0.7"),
        ({"size": "4", "seed": "9999999999"}, "Seed: expected 0 to 2147483647"),
    ],
)
def test_a_sample_that_cannot_be_is_refused(client: Client, reviewed, fields, problem):
    sign_in_lead(client, reviewed)
    (message,) = said(client.post(SAMPLE, fields))
    assert message.startswith("No sample was drawn: ")
    assert problem in message
    assert RewriteSample.objects.count() == 1


def test_the_queue_shows_the_sample_and_takes_verdicts_and_their_undoing(client: Client, reviewed):
    sign_in_lead(client, reviewed)
    page = client.get(REVIEW)
    assert [card.place for card in page.context["cards"]] == [1, 2, 3, 4]
    first = first_of(reviewed)
    answer = client.post(f"{REVIEW}{first}/", {"decision": "wrong"}, **PROGRAM)
    assert answer.status_code == 200
    assert "Wrong" in answer.content.decode()
    assert not CaptionRewrite.objects.get(pk=first).stands
    assert len(client.get(REVIEW).context["cards"]) == 3
    assert CaptionRewrite.objects.get(pk=first).text in client.get(f"{PAGE}?show=wrong").content.decode()
    card = client.post(f"{REVIEW}{first}/undo/", **PROGRAM).content.decode()
    assert "data-card" in card
    one = CaptionRewrite.objects.get(pk=first)
    assert (one.verdict, one.reviewer, one.reviewed_at, one.stands) == ("", "", None, True)
    assert client.post(f"{REVIEW}{first}/", {"decision": "right"}).url == REVIEW


def test_the_estimated_share_stands_on_the_page(client: Client, reviewed):
    for number, one in enumerate(RewriteSample.objects.get().sampled.order_by("place")):
        verdict = "right" if number else "wrong"
        review_rewrite(campaign=reviewed, rewrite=one.rewrite_id, verdict=verdict, actor="L9", now=NOW)
    sign_in_lead(client, reviewed)
    body = client.get(PAGE).content.decode()
    assert "25.0%" in body
    assert "Every rewrite of the sample has been reviewed." in client.get(REVIEW).content.decode()


def test_what_cannot_be_decided_says_why(client: Client, reviewed):
    sign_in_lead(client, reviewed)
    first = first_of(reviewed)
    answer = client.post(f"{REVIEW}{first}/", {"decision": "maybe"}, **PROGRAM)
    assert (answer.status_code, answer.content.decode()) == (
        422,
        "No changes were made: verdict: expected right or wrong.",
    )
    assert client.post(f"{REVIEW}{first}/undo/", **PROGRAM).status_code == 422
    place(reviewed, 0, 6)
    answer = client.post(f"{REVIEW}{first}/", {"decision": "right"}, **PROGRAM)
    assert answer.status_code == 409
    assert "the rewrite is no longer reviewed" in answer.content.decode()
    assert client.post(f"{REVIEW}999999/", {"decision": "right"}, **PROGRAM).status_code == 409


def test_the_queue_continues_behind_a_place(client: Client, reviewed):
    sign_in_lead(client, reviewed)
    cards = client.get(REVIEW, {"after": "2"}, **PROGRAM).context["cards"]
    assert [card.place for card in cards] == [3, 4]
    assert [card.place for card in client.get(REVIEW, {"after": "no"}).context["cards"]] == [1, 2, 3, 4]
    assert client.get(REVIEW, {"after": "99999999999"}).status_code == 200


def test_it_is_for_leads_of_campaigns_of_twins(client: Client, reviewed):
    other = make_campaign("other")
    client.force_login(make_lead(other).user)
    assert client.get(PAGE).status_code == 404
    assert client.get("/c/other/corpus/rewrites/").status_code == 404
    client.force_login(reviewed.members.filter(role="annotator").first().user)
    assert client.get(PAGE).status_code == 403
    assert client.post(f"{REVIEW}{first_of(reviewed)}/", {"decision": "wrong"}).status_code == 403


def open_both(client: Client) -> None:
    for address in (PAGE, REVIEW):
        assert client.get(address).status_code == 200


def test_more_rewrites_take_no_more_queries(client: Client, campaign, django_assert_max_num_queries):
    rewritten(campaign, per_caption=1)
    draw_sample(campaign=campaign, seed=1, size=1, actor="L9", now=NOW)
    sign_in_lead(client, campaign)
    open_both(client)
    with CaptureQueriesContext(connection) as one:
        open_both(client)
    rewritten(campaign, per_caption=3)
    draw_sample(campaign=campaign, seed=1, size=6, actor="L9", now=NOW)
    with django_assert_max_num_queries(len(one)):
        open_both(client)
