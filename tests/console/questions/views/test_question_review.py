"""The queue of questions that wait for a lead, and what a lead decides there."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.models import Ask, Membership
from consensus.models import TruthSegment, Verdict
from console.questions.views import review
from moments.models import Campaign
from tests.built_once import built_once
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import make_campaign
from tests.marking import disputed, marking_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/long/questions/review/"
PROGRAM = {"HX-Request": "true"}


@built_once
def two_disputed() -> tuple[Campaign, list[Membership], list[Ask]]:
    campaign, people = marking_campaign()
    asks = [
        disputed(campaign, people, text="Where do they meet?"),
        disputed(
            campaign,
            people,
            [(10_000, 20_000), (40_000, 48_000)],
            [(10_000, 20_000), (44_000, 55_000)],
            text="And here?",
        ),
    ]
    return campaign, people, asks


@pytest.fixture
def scene(client):
    campaign, people, asks = two_disputed()
    return campaign, people, asks, sign_in_lead(client, campaign)


def decide(client, ask: Ask, decision: str, **fields: str):
    return client.post(f"/c/long/questions/{ask.number}/decide/", {"decision": decision, **fields}, headers=PROGRAM)


def truth(ask: Ask) -> list[tuple[int, int]]:
    found = TruthSegment.objects.filter(verdict__pair=ask.pair, verdict__superseded=False).order_by("start_ms")
    return list(found.values_list("start_ms", "end_ms"))


def test_every_question_has_its_lanes_and_pieces(client, scene):
    page = client.get(PAGE).content.decode()
    assert page.count("data-card ") == 2
    assert page.count('<fieldset class="choices piece-choice"') == 2
    assert "Already decided and kept" in page
    assert "<span data-left>2</span>" in page


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ({"piece-0": "author"}, [(10_000, 20_000), (40_000, 48_000)]),
        ({"piece-0": "marker"}, [(10_000, 20_000), (44_000, 55_000)]),
        ({"piece-0": "none"}, [(10_000, 20_000)]),
        (
            {"piece-0": "own", "own-0": "0:41 – 0:47.5; 0:50-0:52"},
            [(10_000, 20_000), (41_000, 47_500), (50_000, 52_000)],
        ),
    ],
)
def test_the_lead_takes_a_version_and_what_was_decided_stays(client, scene, choice, expected):
    _, _, (_, ask), lead = scene
    answer = decide(client, ask, "settle", note="seen twice", **choice)
    assert answer.status_code == 200
    assert "data-mine" in answer.content.decode()
    assert truth(ask) == expected
    verdict = Verdict.objects.get(pair=ask.pair)
    assert (verdict.kind, verdict.actor) == ("adjudicated", lead)
    assert verdict.reason.endswith(". seen twice")
    assert f"question-{ask.number}" not in client.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("decision", "fields", "refusal"),
    [
        ("settle", {}, "piece 1: choose whose version is right"),
        ("settle", {"piece-0": "third"}, "piece 1: nobody marked that version"),
        ("settle", {"piece-0": "own", "own-0": ""}, "piece 1: type your own segments"),
        ("settle", {"piece-0": "own", "own-0": "later"}, "piece 1: expected two times such as 0:10 – 0:20.5, got"),
        ("settle", {"piece-0": "own", "own-0": "0:20-0:10"}, "piece 1: segment 1: ends at 10000 ms, before its start"),
        ("settle", {"piece-0": "own", "own-0": "0:20-9:10"}, "piece 1: segment 1: lies outside the video"),
        ("settle", {"piece-0": "none"}, "segments: mark at least one segment, or reject the question"),
        ("return", {}, "say why in the note"),
        ("reject", {"note": " "}, "say why in the note"),
    ],
)
def test_what_is_missing_is_named_and_nothing_changes(client, scene, decision, fields, refusal):
    _, _, (ask, _), _ = scene
    answer = decide(client, ask, decision, **fields)
    assert answer.status_code == 422
    assert answer.content.decode().startswith(f"No changes were made: {refusal}")
    assert Verdict.objects.count() == 0


@pytest.mark.parametrize(("decision", "state"), [("return", "returned"), ("reject", "rejected")])
def test_a_question_is_returned_or_rejected_and_that_is_undone(client, scene, decision, state):
    _, _, (ask, _), _ = scene
    assert decide(client, ask, decision, note="not visible").status_code == 200
    ask.refresh_from_db()
    assert (ask.state, ask.reason) == (state, "not visible")
    seen = Verdict.objects.get().pk
    answer = client.post(f"/c/long/questions/{ask.number}/undo/", {"seen": seen}, headers=PROGRAM)
    assert answer.content.decode().count("data-card ") == 1
    assert 'data-body="{&quot;proxy' in answer.content.decode()
    ask.refresh_from_db()
    assert (ask.state, ask.returns) == ("checked", 0)
    again = client.post(f"/c/long/questions/{ask.number}/undo/", {"seen": seen}, headers=PROGRAM)
    assert (again.status_code, "the question is not decided" in again.content.decode()) == (422, True)


def test_who_comes_second_is_told_what_happened(client, scene):
    _, _, (ask, _), lead = scene
    assert decide(client, ask, "reject", note="not visible").status_code == 200
    answer = decide(client, ask, "settle", **{"piece-0": "author"})
    assert answer.status_code == 409
    assert f"withdrawn by the lead, {lead}" in answer.content.decode()


def test_without_a_program_the_forms_lead_back(client, scene):
    _, _, (ask, other), _ = scene
    address = f"/c/long/questions/{ask.number}/decide/"
    sent = client.post(address, {"decision": "settle", "piece-0": "author", "back": "question-review"})
    assert sent.url == PAGE
    refused = client.post(f"/c/long/questions/{other.number}/decide/", {"decision": "reject"}, follow=True)
    assert refused.redirect_chain == [(f"/c/long/questions/{other.number}/", 302)]
    assert "No changes were made: say why in the note." in refused.content.decode()
    undone = client.post(f"/c/long/questions/{ask.number}/undo/", follow=True).content.decode()
    assert f"The decision on question {ask.number} is undone." in undone


def test_bad_requests_are_refused(client, scene):
    _, _, (ask, _), _ = scene
    assert decide(client, ask, "burn").status_code == 400
    assert decide(client, ask, "reject", note="x" * 801).status_code == 400
    assert client.get(f"{PAGE}?after=x").status_code == 200


def test_further_cards_follow(client, scene, monkeypatch):
    _, _, (first, second), _ = scene
    monkeypatch.setattr(review, "CARDS_AT_ONCE", 1)
    page = client.get(PAGE).content.decode()
    assert (page.count("data-card "), f"?after={first.number}" in page) == (1, True)
    more = client.get(f"{PAGE}?after={first.number}", headers=PROGRAM).content.decode()
    assert (f'id="question-{second.number}"' in more, "<html" in more) == (True, False)
    assert "There are no more questions after this point" in client.get(f"{PAGE}?after=99").content.decode()


def test_an_empty_queue_says_so(client):
    campaign, _ = marking_campaign()
    sign_in_lead(client, campaign)
    assert "No questions are waiting for a lead" in client.get(PAGE).content.decode()


def test_only_leads_of_campaigns_that_mark_decide(client, scene):
    campaign, _, (ask, _), _ = scene
    assert refusals(client, campaign, PAGE) == REFUSED
    sign_in_lead(client, make_campaign("graded"))
    for address, method in (("review/", "get"), (f"{ask.number}/decide/", "post"), (f"{ask.number}/undo/", "post")):
        assert getattr(client, method)(f"/c/graded/questions/{address}").status_code == 404


@pytest.mark.parametrize("address", ["decide/", "undo/"])
def test_nobody_but_leads_decides(client, scene, address):
    campaign, _, (ask, _), _ = scene
    assert refusals(client, campaign, f"/c/long/questions/{ask.number}/{address}", method="post") == REFUSED


def test_it_needs_the_same_queries_for_one_and_three(client):
    campaign, people = marking_campaign()
    sign_in_lead(client, campaign)
    counts = []
    for more in (1, 2):
        for _ in range(more):
            disputed(campaign, people)
        client.get(PAGE)
        with CaptureQueriesContext(connection) as asked_for:
            client.get(PAGE)
        counts.append(len(asked_for))
    assert counts[0] == counts[1]
