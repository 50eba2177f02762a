"""Upkeep by page: a sweep at once, a check of the data, an archive, and its way back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from archive.restoring.services.orders import restore_ordered
from archive.writing.selectors import archived_path
from archive.writing.services import archive_ordered
from consensus.models import Verdict
from consensus.upkeep.services import check_ordered, sweep_ordered
from moments.models import Campaign, Job, LedgerHead
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, make_campaign, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db
PAGE = "/c/films/corpus/upkeep/"


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def test_settling_now_makes_the_verdicts(client: Client) -> None:
    _, members = opened_campaign(pairs=2)
    score_all(members, 3)
    sign_in_admin(client)
    assert client.post(f"{PAGE}settle/").url == PAGE
    assert "already being settled" in client.post(f"{PAGE}settle/", follow=True).content.decode()
    assert sweep_ordered(now=NOW + timedelta(seconds=61)) == 1
    assert Verdict.objects.count() == 2
    assert "Settling: 4 finalised, 2 agreed, 1 reviewed" in client.get(PAGE).content.decode()


@pytest.mark.parametrize("status", ["draft", "archive"])
def test_what_is_not_open_is_not_settled(client: Client, status: str) -> None:
    make_campaign()
    Campaign.objects.update(status=status)
    sign_in_admin(client)
    assert "nothing can be settled" in client.post(f"{PAGE}settle/", follow=True).content.decode()
    assert not Job.objects.exists()


def test_the_check_reports_on_the_page(client: Client) -> None:
    campaign, members = opened_campaign(pairs=2)
    score_all(members, 3)
    settle(campaign)
    sign_in_admin(client)
    client.post(f"{PAGE}verify/")
    assert check_ordered(now=NOW) == 1
    assert "No breach was found on" in client.get(PAGE).content.decode()
    LedgerHead.objects.update(length=99)
    client.post(f"{PAGE}verify/")
    check_ordered(now=NOW)
    found = client.get(PAGE).context["check"].breaches
    assert any(breach.startswith("I8") for breach in found)
    assert "found on" in client.get(PAGE).content.decode()


def test_an_archive_is_written_downloaded_and_restored_by_page(client: Client) -> None:
    campaign, members = opened_campaign(pairs=2)
    score_all(members, 3)
    settle(campaign)
    sign_in_admin(client)
    assert client.get(f"{PAGE}download/").status_code == 404
    client.post(f"{PAGE}archive/", {"passwords": "on"})
    assert Job.objects.get().order == {"clips": False, "passwords": True}
    assert archive_ordered(now=NOW) == 1
    body = client.get(PAGE).content.decode()
    assert "The archive: " in body
    download = client.get(f"{PAGE}download/")
    assert download["Content-Disposition"] == 'attachment; filename="films.reelevance"'
    content = b"".join(download.streaming_content)
    assert list(archived_path(campaign).parent.iterdir()) == [archived_path(campaign)]

    taken = client.post("/campaigns/restore/", {"file": SimpleUploadedFile("films.reelevance", content)})
    assert taken.status_code == 400
    assert "films" in taken.content.decode()
    assert Campaign.objects.count() == 1
    sent = {"file": SimpleUploadedFile("films.reelevance", content), "slug": "films-2"}
    assert "Waiting for a worker" in client.post("/campaigns/restore/", sent, follow=True).content.decode()
    assert restore_ordered(now=NOW) == 1
    answer = client.get("/campaigns/restore/").content.decode()
    assert ("films-2 is restored with 2 people" in answer, "/c/films-2/corpus/" in answer) == (True, True)
    assert Campaign.objects.get(slug="films-2").pairs.count() == 2


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 half"])
def test_what_is_no_archive_restores_nothing_and_is_named_as_it_was_given(client: Client, content: bytes) -> None:
    sign_in_admin(client)
    answer = client.post("/campaigns/restore/", {"file": SimpleUploadedFile("odd.bin", content)})
    assert (answer.status_code, Campaign.objects.count()) == (400, 0)
    assert "Odd.bin" in answer.content.decode() or "Choose an archive" in answer.content.decode()
    assert "/tmp" not in answer.content.decode()


def test_without_a_file_nothing_is_restored(client: Client) -> None:
    sign_in_admin(client)
    assert client.get("/campaigns/restore/").status_code == 200
    answer = client.post("/campaigns/restore/", {"slug": "films"})
    assert answer.status_code == 400
    assert "Choose an archive" in answer.content.decode()


def test_only_admins_restore(client: Client) -> None:
    sign_in_lead(client, make_campaign())
    assert [client.get("/campaigns/restore/").status_code, client.post("/campaigns/restore/").status_code] == [403, 403]


@pytest.mark.parametrize(
    ("address", "method"),
    [("", "get"), ("settle/", "post"), ("verify/", "post"), ("archive/", "post"), ("download/", "get")],
)
def test_outsiders_are_refused(client: Client, address: str, method: str) -> None:
    assert refusals(client, make_campaign(), PAGE + address, method) == REFUSED


def test_leads_settle_and_check_and_take_no_archive_home(client: Client) -> None:
    campaign, _ = opened_campaign(pairs=2)
    lead = sign_in_lead(client, campaign)
    assert "Only admins can write and download archives" in client.get(PAGE).content.decode()
    assert [client.get(f"{PAGE}download/").status_code, client.post(f"{PAGE}archive/").status_code] == [403, 403]
    for part in ("settle/", "verify/"):
        assert client.post(PAGE + part).url == PAGE
    assert set(Job.objects.values_list("kind", "actor")) == {("sweep", lead), ("verify", lead)}


@pytest.mark.parametrize("queries", [1, 3])
def test_it_needs_the_same_queries_for_one_and_three(client: Client, queries: int, django_assert_num_queries) -> None:
    opened_campaign(pairs=2, queries=queries)
    sign_in_admin(client)
    client.get(PAGE)
    with django_assert_num_queries(9):
        client.get(PAGE)
