"""Clips of pools are ordered on the page and by REST; both say what that takes, or why it cannot begin."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotator.people.services.people import issue_token
from consensus.models import Export
from moments.models import Campaign, CutOrder
from tests.consensus.export.marking.scenes import marked_campaign
from tests.consensus.export.scenes import graded_campaign
from tests.console.scenes import sign_in_admin
from tests.factories import NOW, make_admin

pytestmark = pytest.mark.django_db
PAGE, CALL = "/c/long/exports/", "/api/v1/campaigns/long/exports/"


@pytest.fixture
def campaign(settings, tmp_path: Path) -> Campaign:
    settings.DATA_DIR = tmp_path / "data"
    settings.VIDEO_ROOTS = ()
    return marked_campaign()


@pytest.fixture
def videos(campaign: Campaign, tmp_path: Path) -> str:
    """Where the videos were when their proxies were made."""
    folder = tmp_path / "videos"
    folder.mkdir()
    CutOrder.objects.create(campaign=campaign, source=str(folder), ordered_at=NOW, finished_at=NOW)
    return str(folder)


@pytest.fixture
def token() -> dict[str, str]:
    return {"Authorization": f"Token {issue_token(user=make_admin(), now=NOW)}"}


def test_an_admin_orders_clips_and_sees_what_that_takes(client, videos: str) -> None:
    sign_in_admin(client)
    assert f'name="clips_from" value="{videos}"' in client.get(PAGE).content.decode()
    order = {"formats": ["momentseeker"], "cut": "on", "clips_from": videos}
    page = client.post(f"{PAGE}order/", order, follow=True).content.decode()
    export = Export.objects.get()
    assert (export.clips_from, export.expected[-8:]) == (videos, "expected")
    assert f"Export 1 is being created. {export.expected}. It appears below" in page
    assert f"with clips: {export.expected}" in page


def test_without_the_tick_no_clip_is_cut(client, videos: str) -> None:
    sign_in_admin(client)
    client.post(f"{PAGE}order/", {"formats": ["momentseeker"], "clips_from": videos})
    assert Export.objects.get().clips_from == ""


@pytest.mark.parametrize(
    ("order", "problem"),
    [
        ({"formats": ["raw"], "cut": "on"}, "only the format momentseeker has clips; this export lacks it"),
        ({"formats": ["momentseeker"], "cut": "on", "clips_from": "/etc"}, "/etc: is not in a place that VIDEO_"),
    ],
)
def test_what_cannot_begin_is_said_on_the_page(client, videos: str, order: dict, problem: str) -> None:
    sign_in_admin(client)
    page = client.post(f"{PAGE}order/", {"clips_from": videos, **order}, follow=True).content.decode()
    assert f"The export was not started: {problem}" in page
    assert not Export.objects.exists()


def test_the_page_names_the_command_if_no_place_of_videos_is_known(client, campaign) -> None:
    sign_in_admin(client)
    page = client.get(PAGE).content.decode()
    assert "manage.py export_labels long --out DIR --clips-from FOLDER" in page
    assert 'name="cut"' not in page


def test_a_campaign_that_grades_has_no_clips_of_pools(client) -> None:
    graded_campaign(queries=1)
    sign_in_admin(client)
    assert 'name="clips_from"' not in client.get("/c/films/exports/").content.decode()


def test_a_program_orders_clips(client, token, videos: str) -> None:
    order = {"formats": ["momentseeker"], "clips_from": videos}
    answer = client.post(CALL, order, content_type="application/json", headers=token)
    assert (answer.status_code, answer.json()["clips_from"]) == (201, videos)
    assert client.get(f"{CALL}1/", headers=token).json()["clips_from"] == videos


def test_a_program_is_told_which_field_is_wrong(client, token, videos: str) -> None:
    order = {"formats": ["momentseeker"], "clips_from": "/etc"}
    answer = client.post(CALL, order, content_type="application/json", headers=token)
    assert answer.status_code == 400
    assert answer.json()["detail"] == "clips_from: /etc: is not in a place that VIDEO_SOURCES allows"
