from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.models import Role, Score, Seat, Standing
from annotator.pay.selectors.sheet import pay_sheet
from consensus.models import BatchReview, Decision
from consensus.opening.services import open_campaign
from consensus.pairs.services.withdrawing import withdraw_pair
from consensus.review.services.reviewing import decide_batch
from console.campaign.selectors.load import active_time, scores_by_day
from moments.models import Campaign, Clip
from moments.protocol import Protocol
from tests.console.scenes import (
    REFUSED,
    annotators,
    open_scene,
    parked_pair,
    refusals,
    reviewed_scene,
    sign_in_admin,
    sign_in_lead,
)
from tests.factories import NOW, make_campaign, make_member, make_query, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


ADDRESS = "/c/camp/campaign/"


def shown(client):
    return client.get(ADDRESS).context["page"]


def stages_of(page) -> dict[str, int]:
    names = ("not_opened", "first_round", "second_round", "agreed", "discarded", "withdrawn", "awaiting", "closed")
    return {name: getattr(page.stages, name) for name in names}


def test_pairs_go_from_stage_to_stage(client):
    protocol = Protocol(batch_size=4, window=2)
    campaign, people = opened_campaign("camp", people=4, pairs=8, protocol=protocol)
    sign_in_lead(client, campaign)
    begun = {"not_opened": 4, "first_round": 4} | dict.fromkeys(list(stages_of(shown(client)))[2:], 0)
    assert stages_of(shown(client)) == begun
    ranks = {1: (0, 4), 2: (0, 4), 3: (3, 3), 4: (2, 2)}
    score_all(people[:2], lambda pair, member: ranks[pair.rank][member.pk % 2])
    settle(campaign)
    withdraw_pair(pair=campaign.pairs.get(rank=2), actor="lead", reason="broken", now=NOW)
    assert stages_of(shown(client)) == begun | {"first_round": 0, "second_round": 1, "agreed": 2, "withdrawn": 1}
    score_all(people[2:], lambda pair, member: (0, 4)[member.pk % 2], now=NOW + timedelta(minutes=5))
    settle(campaign, now=NOW + timedelta(minutes=5))
    decided = {"first_round": 0, "agreed": 2, "withdrawn": 1, "discarded": 1}
    assert stages_of(shown(client)) == begun | decided | {"awaiting": 1}
    review = BatchReview.objects.get()
    decide_batch(review=review, decision=Decision.CLOSE, actor="lead", note="", now=NOW)
    assert stages_of(shown(client)) == begun | decided | {"closed": 1, "not_opened": 0}


def test_rates_seen_so_far_come_with_how_many_they_rest_on(client):
    campaign = reviewed_scene(queries=2)
    sign_in_lead(client, campaign)
    page = shown(client)
    assert (page.stages.escalation.n, page.stages.escalation.usual) == (6, True)
    for review in BatchReview.objects.all():
        decide_batch(review=review, decision=Decision.EXTEND, actor="lead", note="", now=NOW)
    page = shown(client)
    assert page.stages.extension.n == 2
    # 12 seats of second batches; 6 pairs × 2 × 18% = 2.16 more.
    assert [term.scores for term in page.forecast.terms] == [12, 2, 0, 0]
    assert "published rate, because only 2 queries have been decided" in client.get(ADDRESS).content.decode()


def test_hours_are_those_of_pay_and_days_those_of_the_campaign(client):
    campaign = open_scene(people=2)
    Campaign.objects.update(time_zone="Pacific/Auckland", hourly_rate=Decimal("36.00"))
    people = annotators(campaign)
    score_all(people)
    gaps = (0, 20, 20 + 500)
    for member in people:
        for score, gap in zip(Score.objects.filter(annotator=member).order_by("pk"), gaps, strict=True):
            at = NOW + timedelta(hours=2, seconds=gap)
            Score.objects.filter(pk=score.pk).update(worked_at=at, saved_at=at, shown_ms=4000)
    sign_in_lead(client, campaign)
    page = shown(client)
    # 4 s of view, a gap of 20 s, then 4 s of view after a pause: 28 s each.
    assert [(one.scores, one.share, one.millis) for one in page.load.people] == [(3, 0.5, 28_000)] * 2
    assert (page.load.worked.labels, page.hourly_rate) == (6, Decimal("36.00"))
    campaign.refresh_from_db()
    assert {day.isoformat(): n for day, n in scores_by_day(campaign, today=date(2026, 3, 4)).items() if n} == {
        "2026-03-03": 6
    }


def test_time_at_work_agrees_with_the_pay_sheet(client):
    campaign, people = opened_campaign("camp", people=2, pairs=12, protocol=Protocol(batch_size=12))
    score_all(people)
    for place, score in enumerate(Score.objects.order_by("pk")):
        at = NOW + timedelta(seconds=place * 37 % 700)
        Score.objects.filter(pk=score.pk).update(worked_at=at, saved_at=at, shown_ms=[None, 900, 500_000][place % 3])
    work = pay_sheet(campaign, now=NOW + timedelta(days=1)).work
    paid = {person: sum(day.millis for day in days.values()) for person, days in work.items()}
    assert {person: one.millis for person, one in active_time(campaign).items()} == paid
    assert sum(paid.values()) > 60_000


def test_what_is_stuck_says_why_and_where_to_go(client):
    campaign = reviewed_scene()
    fresh = make_query(campaign, pairs=1)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    parked = parked_pair(campaign)
    assert parked.query == fresh
    sign_in_lead(client, campaign)
    stuck = {one.route: one for one in shown(client).stuck}
    assert [pair.number for pair in stuck["problems"].pairs] == [parked.number]
    assert (stuck["review"].count, stuck["review"].what) == (1, "batches")
    assert stuck["people"].why.startswith("3 qualified")
    page = client.get(ADDRESS).content.decode()
    assert f'href="/c/camp/queries/{fresh.query_id}/">Pair {parked.number}</a>' in page
    Campaign.objects.update(status="paused")
    assert "the campaign is paused" in client.get(ADDRESS).content.decode()


def test_a_pair_that_nobody_may_take_is_named(client):
    campaign = open_scene(people=2, pairs=1)
    score_all(annotators(campaign), lambda pair, member: (0, 4)[member.pk % 2])
    settle(campaign)
    sign_in_lead(client, campaign)
    assert "an open seat that no qualified annotator can take" in client.get(ADDRESS).content.decode()


def test_pairs_whose_clips_were_never_cut_are_listed_apart_from_failed_ones(client):
    campaign = open_scene(people=4, pairs=3)
    sign_in_lead(client, campaign)
    assert shown(client).stuck == []
    one, two = campaign.pairs.order_by("number")[:2]
    Clip.objects.filter(moment=one.moment).delete()
    Clip.objects.filter(moment=two.moment).update(state="failed", reason="no such file")
    stuck = {reason.why: [pair.number for pair in reason.pairs] for reason in shown(client).stuck}
    assert stuck == {
        "the clip has not been cut yet, so nobody can score them (run cut_clips)": [one.number],
        "the clip could not be cut": [two.number],
    }


def test_figures_are_asked_for_again_and_answered_only_when_they_changed(client):
    campaign = open_scene(people=2)
    sign_in_lead(client, campaign)
    page = client.get(ADDRESS)
    assert 'hx-trigger="every 30s"' in page.content.decode()
    address = f"{ADDRESS}?seen={page.context['mark']}"
    assert client.get(address, headers={"HX-Request": "true"}).status_code == 204
    score_all(annotators(campaign))
    again = client.get(address, headers={"HX-Request": "true"})
    assert again.status_code == 200
    assert again.content.decode().startswith('<div class="stack" id="campaign-state"')
    client.logout()
    over = client.get(address, headers={"HX-Request": "true"})
    assert (over.status_code, over["HX-Refresh"]) == (401, "true")


def test_a_draft_without_anything_draws_a_page(client):
    make_campaign("camp")
    sign_in_admin(client)
    page = client.get(ADDRESS).content.decode()
    assert "Nothing is open yet" in page
    assert "No scores" in page


def test_a_batch_that_is_all_discarded_draws_a_page(client):
    campaign = open_scene(people=4)
    people = annotators(campaign)
    score_all(people[:2], lambda pair, member: (0, 4)[member.pk % 2])
    settle(campaign)
    score_all(people[2:], lambda pair, member: (0, 4)[member.pk % 2], now=NOW + timedelta(minutes=5))
    settle(campaign, now=NOW + timedelta(minutes=5))
    sign_in_lead(client, campaign)
    page = client.get(ADDRESS)
    assert (page.context["page"].stages.discarded, page.context["page"].forecast.scores) == (3, 0)
    assert "all pairs are scored" in page.content.decode()


def test_as_many_sql_queries_whatever_there_is(client):
    campaign = reviewed_scene()
    sign_in_lead(client, campaign)
    client.get(ADDRESS)
    with CaptureQueriesContext(connection) as few:
        client.get(ADDRESS)
    for _ in range(2):
        make_query(campaign, pairs=6)
        make_member(campaign)
    make_member(campaign, role=Role.ANNOTATOR, standing=Standing.SUSPENDED)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    score_all(annotators(campaign)[:2])
    settle(campaign)
    with CaptureQueriesContext(connection) as many:
        client.get(ADDRESS)
    assert len(many) == len(few)


def test_others_are_refused(client):
    assert refusals(client, open_scene(), ADDRESS) == REFUSED


def test_a_pair_that_five_qualified_people_have_met_is_stuck(client):
    campaign = open_scene(people=5, pairs=1)
    people = annotators(campaign)
    pair = campaign.pairs.get()
    sign_in_lead(client, campaign)
    for member in people:
        Seat.objects.create(
            campaign=campaign, pair=pair, purpose="gold", round=1, number=1, state="scored", annotator=member
        )
    (stuck,) = shown(client).stuck
    assert (stuck.count, stuck.pairs, stuck.why) == (1, [pair], "an open seat that no qualified annotator can take")


def test_a_large_campaign_is_shown_at_once_and_its_hours_are_counted_behind_it(client, monkeypatch):
    monkeypatch.setattr("console.campaign.selectors.load.QUICKLY_COUNTED", 1)
    campaign = reviewed_scene()
    sign_in_lead(client, campaign)
    first = client.get("/c/camp/campaign/")
    page = first.content.decode()
    assert "Working hours are being calculated" in page
    assert 'hx-trigger="load, every 30s"' in page
    counted = client.get("/c/camp/campaign/", {"seen": "x"}, headers={"HX-Request": "true"}).content.decode()
    assert "How the forecast is calculated" in counted
    assert 'hx-trigger="every 30s"' in counted
    assert "How the forecast is calculated" in client.get("/c/camp/campaign/").content.decode()
