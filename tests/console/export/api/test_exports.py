import io
import zipfile

import pytest
from django.conf import settings

from annotator.people.services.people import issue_token
from consensus.models import Export
from tests.consensus.export.scenes import graded_campaign
from tests.factories import NOW, made_export, make_admin, make_campaign, make_lead, opened_campaign

pytestmark = pytest.mark.django_db
CALL = "/api/v1/campaigns/films/exports/"


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path / "data")


@pytest.fixture
def headers():
    return {"Authorization": f"Token {issue_token(user=make_admin(), now=NOW)}"}


def post(client, headers, body):
    return client.post(CALL, body, content_type="application/json", headers=headers)


def test_a_program_asks_for_an_export_and_gets_it(client, headers):
    campaign = graded_campaign(queries=1)
    asked = post(client, headers, {"formats": ["raw", "tvr"], "partial": True})
    assert asked.status_code == 201
    assert {key: asked.json()[key] for key in ("number", "state", "formats", "partial")} == {
        "number": 1,
        "state": "making",
        "formats": ["tvr", "raw"],
        "partial": True,
    }
    assert client.get(f"{CALL}1/download/", headers=headers).status_code == 404
    from consensus.export.services.history import make_exports

    make_exports(now=NOW)
    detail = client.get(f"{CALL}1/", headers=headers).json()
    assert (detail["state"], detail["manifest"]["campaign"], detail["failure"]) == ("ready", campaign.slug, "")
    listed = client.get(CALL, headers=headers).json()["exports"]
    assert [(one["number"], one["sha256"]) for one in listed] == [(1, detail["sha256"])]
    answer = client.get(f"{CALL}1/download/", headers=headers)
    packed = b"".join(answer.streaming_content)
    assert (len(packed), answer["ETag"], answer["Content-Type"]) == (
        detail["size"],
        f'"{detail["sha256"]}"',
        "application/zip",
    )
    assert zipfile.ZipFile(io.BytesIO(packed)).testzip() is None


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"formats": []},
        {"formats": ["xml"]},
        {"formats": "tvr"},
        {"formats": ["tvr"] * 6},
        {"formats": [None]},
        {"formats": ["tvr"], "partial": "perhaps"},
        {"formats": [{"tvr": 1}]},
    ],
)
def test_a_wrong_order_is_refused(client, headers, body):
    make_campaign()
    assert post(client, headers, body).status_code == 400
    assert Export.objects.count() == 0


def test_an_unfinished_campaign_is_refused_at_once(client, headers):
    opened_campaign(pairs=1)
    refused = post(client, headers, {"formats": ["tvr"]})
    assert refused.status_code == 400
    assert refused.json()["detail"].startswith("the campaign is unfinished: 1 pairs without a verdict")
    assert not Export.objects.exists()


def test_a_second_order_waits_for_the_first(client, headers):
    opened_campaign(pairs=1)
    order = {"formats": ["tvr"], "partial": True}
    assert post(client, headers, order).status_code == 201
    refused = post(client, headers, order)
    assert (refused.status_code, refused.json()["detail"]) == (400, "export 1 is being created; wait until it is ready")


def test_leads_export_and_outsiders_learn_nothing(client):
    campaign = graded_campaign(queries=1)
    make_campaign("other")
    client.force_login(make_lead(campaign).user)
    asked = client.post(CALL, {"formats": ["tvr"], "partial": True}, content_type="application/json")
    assert (asked.status_code, client.get(CALL).json()["exports"][0]["state"]) == (201, "making")
    assert client.get("/api/v1/campaigns/other/exports/").status_code == 404
    assert client.get("/api/v1/campaigns/nothing/exports/").status_code == 404


@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow_with_exports(client, headers, rows, django_assert_max_num_queries):
    campaign, _ = opened_campaign(pairs=1)
    for _ in range(rows):
        made_export(campaign, partial=True)
    with django_assert_max_num_queries(5) as counted:
        assert len(client.get(CALL, headers=headers).json()["exports"]) == rows
    assert len(counted) == 5  # among them the token with memberships, the token without, the day of its last use
