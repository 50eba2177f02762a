"""GET /api/v1/me/."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from tests.factories import claim, opened_campaign, submit

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


def test_who_is_in_no_campaign_gets_404(client) -> None:
    from tests.factories import make_user

    client.force_login(make_user())
    assert client.get("/api/v1/me/").status_code == 404
