"""GET /api/v1/me/."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from annotator.exam.services.sittings import begin_sitting
from annotator.exam.settings import Bar
from annotator.models import Membership
from consensus.pairs.services.withdrawing import withdraw_pair
from tests.annotator.exam.scenes import answer, open_gold, sitter, sweep
from tests.factories import NOW, claim, opened_campaign, submit

pytestmark = pytest.mark.django_db


def test_progress_hours_and_pay(client_of) -> None:
    campaign, (one, _) = opened_campaign()
    campaign.hourly_rate = Decimal(14)
    campaign.save()
    start = timezone.now() - timedelta(hours=2)
    for minute, seat in enumerate(claim(one, 4)):
        submit(one, seat, 3, now=start + timedelta(minutes=2 * minute))
    me = client_of(one).get("/api/v1/me/").json()
    assert (me["worker_id"], me["campaign"], me["standing"]) == (one.user.username, "films", "qualified")
    assert (me["scored"], me["left"]) == (4, 16)
    assert (me["active_hours"], me["pay"], me["currency"]) == (0.1, "1.40", "SGD")


def test_pace_today_and_the_zone_of_days(client_of) -> None:
    campaign, (one, _) = opened_campaign()
    campaign.time_zone = "Asia/Singapore"
    campaign.save()
    client = client_of(one)
    me = client.get("/api/v1/me/").json()
    assert (me["pace_s"], me["active_hours_today"], me["time_zone"], me["idle_s"]) == (
        None,
        0.0,
        "Asia/Singapore",
        campaign.idle_s,
    )
    now = timezone.now()
    seats = claim(one, 6, now=now - timedelta(days=1))
    for place, seat in enumerate(seats):
        ago = timedelta(days=1) if place < 3 else timedelta(0)
        submit(one, seat, 3, now=now - ago, ago_ms=(6 - place) * 10, shown_ms=20)
    me = client.get("/api/v1/me/").json()
    assert (me["scored"], me["scored_today"]) == (6, 3)
    assert isinstance(me["pace_s"], float)
    assert 0 <= me["active_hours_today"] <= me["active_hours"]


def test_a_failed_exam_comes_with_its_misses_until_the_next_sitting(client_of) -> None:
    exam = open_gold(truth=4, bar=Bar(most_misalignment=0.5), sittings_allowed=2)
    member, _ = sitter(exam)
    assert client_of(member).get("/api/v1/me/").json()["failed_exam"] is None
    answer(member, 0)
    sweep(exam.campaign)
    me = client_of(member).get("/api/v1/me/").json()
    assert (me["standing"], me["failed_exam"]) == ("training", {"answers": 4, "misses": 4})
    begin_sitting(member=Membership.objects.get(pk=member.pk), now=NOW + timedelta(minutes=2))
    assert client_of(member).get("/api/v1/me/").json()["failed_exam"] is None


def test_an_exam_that_failed_as_no_pair_of_it_is_left_has_no_figures(client_of) -> None:
    exam = open_gold(items_a_sitting=1)
    member, sitting = sitter(exam)
    withdraw_pair(pair=sitting.seats.get().pair, actor="lead", reason="dark", now=NOW)
    sweep(exam.campaign)
    assert client_of(member).get("/api/v1/me/").json()["failed_exam"] == {"answers": 0, "misses": 0}


def test_who_is_in_no_campaign_gets_404(client) -> None:
    from tests.factories import make_user

    client.force_login(make_user())
    assert client.get("/api/v1/me/").status_code == 404
