import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from consensus.models import BatchReview, Decision, Verdict
from consensus.review.services.reviewing import decide_batch
from consensus.what_if.selectors import what_if
from moments.models import LedgerEntry
from moments.protocol import Protocol
from tests.built_once import built_once
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import NOW, make_campaign, make_query, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db

# by rank: (round 1), (round 2); batches of two pairs
SCORES = {1: ((2, 3), ()), 2: ((1, 3), (2, 2)), 3: ((4, 4), ()), 4: ((0, 4), (2, 4))}


@built_once
def scored_campaign(queries=1, rows=SCORES):
    """Every query was extended by a lead; each pair was scored by four people in the order of SCORES."""
    protocol = Protocol(batch_size=2, window=2)
    campaign, members = opened_campaign("camp", people=4, queries=queries, pairs=len(rows), protocol=protocol)
    places = {}

    def value(pair, member):
        round_one, round_two = rows[pair.rank]
        place = places[pair.pk] = places.get(pair.pk, -1) + 1
        return (round_one + round_two)[place]

    for _ in range(4):
        score_all(members, value)
        settle(campaign)
        for review in BatchReview.objects.filter(decision=Decision.PENDING):
            decide_batch(review=review, decision=Decision.EXTEND, actor="lead", note="", now=NOW)
    return campaign


def page(**typed):
    return reverse("what-if", args=["camp"]) + "?" + "&".join(f"{key}={value}" for key, value in typed.items())


def test_the_same_protocol_changes_nothing_of_what_was_settled():
    found = what_if(scored_campaign(), {})
    assert found.changes_nothing
    assert dict(found.moves) == {(3, 3): 1, (2, 2): 1, (4, 4): 1, ("discarded", "discarded"): 1}
    assert (found.needed, found.spared) == (0, 0)


def test_half_a_campaign_replayed_as_it_is_stays_as_it_is():
    campaign, members = opened_campaign("camp", people=2, pairs=3)
    score_all(members, lambda pair, member: 2 if member == members[0] else 3 + (pair.rank == 1))
    settle(campaign)
    make_query(campaign, pairs=1)
    found = what_if(campaign, {})
    assert found.changes_nothing
    assert dict(found.moves) == {("second round wanted",) * 2: 1, (3, 3): 2}


def test_a_lead_sees_what_another_tolerance_changes(client):
    campaign = scored_campaign()
    sign_in_lead(client, campaign)
    response = client.get(page(tolerance="0"))
    found = response.context["found"]
    assert dict(found.moves) == {
        (3, "second round wanted"): 1,
        (2, 2): 1,
        (4, 4): 1,
        ("discarded", "discarded"): 1,
    }
    assert (found.needed, found.spared, found.wanting, found.unknown) == (2, 0, 1, [1])
    assert dict(response.context["counts"])["agreed"] == (3, 2)


def test_a_lead_sees_which_queries_would_be_closed(client):
    campaign = scored_campaign()
    sign_in_lead(client, campaign)
    response = client.get(page(threshold="3"))
    assert (response.context["found"].closed, response.context["found"].spared) == ([1], 6)
    assert f'<a href="{reverse("query", args=["camp", 1])}">1</a>' in response.content.decode()


def test_nothing_is_written(client):
    campaign = scored_campaign()
    sign_in_lead(client, campaign)
    before = (LedgerEntry.objects.count(), list(Verdict.objects.values()), list(BatchReview.objects.values()))
    client.get(page(tolerance="2", threshold="1", statistic="min", window="1"))
    assert before == (LedgerEntry.objects.count(), list(Verdict.objects.values()), list(BatchReview.objects.values()))


@pytest.mark.parametrize(
    ("key", "value"),
    [("tolerance", "5"), ("tolerance", "one"), ("threshold", "nan"), ("statistic", "median"), ("window", "3")],
)
def test_a_bad_value_is_refused_by_name_on_page_and_command(client, key, value):
    campaign, _ = opened_campaign("camp", pairs=2, protocol=Protocol(batch_size=2, window=2))
    sign_in_lead(client, campaign)
    response = client.get(page(**{key: value}))
    assert response.status_code == 400
    assert f"The protocol was not tried: {key}: " in response.content.decode()
    with pytest.raises(CommandError, match=f"^{key}: "):
        call_command("what_if", "camp", f"--{key}={value}")


@pytest.mark.parametrize("queries", [1, 3])
def test_the_number_of_sql_queries_does_not_grow(client, django_assert_num_queries, queries):
    campaign = scored_campaign(queries)
    sign_in_lead(client, campaign)
    with django_assert_num_queries(14):
        client.get(page(tolerance="0"))


def test_an_empty_campaign_and_one_that_discarded_all_draw_a_page(client):
    empty = make_campaign("camp")
    sign_in_lead(client, empty)
    assert "there are no scores to try a protocol on" in client.get(page(tolerance="0")).content.decode()


def test_a_campaign_that_discarded_everything_draws_a_page(client):
    campaign = scored_campaign(rows=dict.fromkeys((1, 2), ((0, 4), (0, 4))))
    sign_in_lead(client, campaign)
    response = client.get(page(tolerance="4"))
    assert dict(response.context["found"].moves) == {("discarded", 2): 2}
    assert "There are no suggestions to compare yet" in response.content.decode()


def test_the_command_reports_as_json():
    scored_campaign()
    out = StringIO()
    call_command("what_if", "camp", "--tolerance=2", "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert report["changes"] == {"tolerance": 2}
    assert (report["agreed"], report["discarded"], report["scores_not_needed"]) == ([3, 4], [1, 0], 2)
    assert {"from": "discarded", "to": 3, "count": 1} in report["moves"]


def test_the_command_says_it_in_lines():
    scored_campaign()
    out = StringIO()
    call_command("what_if", "camp", stdout=out)
    assert "scores needed: 0\n" in out.getvalue()


def test_outsiders_are_refused(client):
    campaign, _ = opened_campaign("camp", pairs=1)
    assert refusals(client, campaign, page()) == REFUSED
