"""The campaign's form in the administration: what may be changed of clips, desk and days."""

import pytest
from django.contrib.messages import get_messages

from moments.models import Campaign, LedgerEntry
from tests.factories import make_admin, make_campaign

pytestmark = pytest.mark.django_db


def form(campaign: Campaign, **changed: object) -> dict[str, object]:
    names = ["title", "clip_height", "clip_fps", "renditions", "early_press", "time_zone", "hourly_rate", "currency"]
    return {name: getattr(campaign, name) for name in [*names, "idle_s"]} | changed


@pytest.fixture
def page(client):
    campaign = make_campaign()
    client.force_login(make_admin())
    return client, campaign, f"/admin/moments/campaign/{campaign.pk}/change/"


def test_renditions_early_press_and_time_zone_may_be_changed(page) -> None:
    client, campaign, url = page
    content = client.get(url).content.decode()
    assert [f'name="{name}"' in content for name in ("renditions", "early_press", "time_zone")] == [True] * 3
    changed = {"renditions": "mp4,gif", "early_press": "block", "time_zone": "Asia/Singapore"}
    answer = client.post(url, form(campaign, **changed))
    assert (answer.status_code, {name: getattr(Campaign.objects.get(), name) for name in changed}) == (302, changed)
    shown = [str(message) for message in get_messages(answer.wsgi_request)]
    assert any("Run cut_clips films again" in line for line in shown)
    assert LedgerEntry.objects.order_by("-number").first().kind == "campaign_changed"


def test_other_changes_do_not_ask_for_cutting(page) -> None:
    client, campaign, url = page
    answer = client.post(url, form(campaign, title="Films"))
    assert not any("cut_clips" in str(message) for message in get_messages(answer.wsgi_request))


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("renditions", "avi", "expected one or more of gif, mp4, webp"),
        ("renditions", "gif,gif", "each once"),
        ("time_zone", "Mars/Base", "is not a time zone"),
        ("early_press", "perhaps", "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(page, field: str, value: str, problem: str) -> None:
    client, campaign, url = page
    answer = client.post(url, form(campaign, **{field: value}))
    assert (answer.status_code, problem in answer.content.decode()) == (200, True)
    assert getattr(Campaign.objects.get(), field) == getattr(campaign, field)
