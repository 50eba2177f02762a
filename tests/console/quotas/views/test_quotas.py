"""The page of quotas."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotator.models import AskQuota
from moments.models import Campaign, LedgerEntry
from tests.built_once import built_once
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import make_campaign
from tests.marking import asked, make_whole_video, marking_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/long/quotas/"


@built_once
def scene() -> Campaign:
    """Two videos of a domain with two questions, one of another, and the video that has no domain."""
    campaign, (author, *_) = marking_campaign()
    for name, domain in (("one", "sports"), ("two", "sports"), ("three", "movies")):
        make_whole_video(campaign, name, domain=domain, duration_s=1800)
    for _ in range(2):
        asked(author, video=campaign.videos.get(name="one"))
    return campaign


def typed(page, **wanted: list[str]) -> dict[str, object]:
    """The form as the page has it, with those columns."""
    domains = [row.domain for row in page.context["rows"]]
    return {"seen": page.context["seen"], "domain": [*domains, ""], **{f"wanted-{k}": v for k, v in wanted.items()}}


def quotas() -> list[tuple[str, str, int]]:
    return list(AskQuota.objects.order_by("domain", "task").values_list("domain", "task", "wanted"))


def test_the_table_shows_what_is_wanted_and_what_there_is(client: Client) -> None:
    campaign = scene()
    AskQuota.objects.create(campaign=campaign, domain="sports", task="ms", wanted=5)
    AskQuota.objects.create(campaign=campaign, domain="cartoons", task="ims", wanted=3)
    sign_in_lead(client, campaign)
    page = client.get(PAGE)
    rows = {row.domain: (row.videos, row.seconds, row.missing) for row in page.context["rows"]}
    assert rows == {"": (1, 60, 0), "cartoons": (0, 0, 3), "movies": (1, 1800, 0), "sports": (2, 3600, 3)}
    assert (page.context["wanted"], page.context["have"], page.context["missing"]) == (8, 2, 6)
    assert "no video" in page.content.decode()
    assert '<span class="muted">30:00</span>' in page.content.decode()


def test_a_lead_sets_all_quotas_at_once(client: Client) -> None:
    campaign = scene()
    pseudonym = sign_in_lead(client, campaign)
    form = typed(client.get(PAGE), ms=["", "5", "7", "2"], ims=["", "", "1", ""])
    form["domain"][-1] = "cartoons"
    assert client.post(PAGE, form).status_code == 302
    assert quotas() == [("cartoons", "ms", 2), ("movies", "ms", 5), ("sports", "ims", 1), ("sports", "ms", 7)]
    entry = LedgerEntry.objects.filter(campaign=campaign).latest("number")
    assert (entry.kind, entry.actor, json.loads(entry.payload)["wanted"]) == ("quotas_set", pseudonym, 15)
    assert client.post(PAGE, typed(client.get(PAGE), ms=["", "2", "5", "7", ""], ims=["", "", "", "1", ""])).url == PAGE
    assert LedgerEntry.objects.filter(campaign=campaign, kind="quotas_set").count() == 1


@pytest.mark.parametrize(
    ("ms", "problem"),
    [
        (["x", "", "", ""], "quota line 1: wanted: expected a whole number of at least 0, got"),
        (["", "-1", "", ""], "wanted: expected a whole number"),
        (["", "9999999", "", ""], "wanted: expected at most 1000000"),
        (["1", "", "", "1"], "ms of domain"),
        ([""], "the table is incomplete"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(client: Client, ms: list[str], problem: str) -> None:
    campaign = scene()
    sign_in_lead(client, campaign)
    answer = client.post(PAGE, typed(client.get(PAGE), ms=ms, ims=["", "", "", ""]))
    assert (answer.status_code, quotas()) == (400, [])
    assert problem in answer.content.decode()


def test_a_form_that_is_out_of_date_changes_nothing(client: Client) -> None:
    campaign = scene()
    sign_in_lead(client, campaign)
    form = typed(client.get(PAGE), ms=["", "5", "7", ""], ims=["", "", "", ""])
    AskQuota.objects.create(campaign=campaign, domain="movies", task="ms", wanted=1)
    answer = client.post(PAGE, form)
    assert (answer.status_code, quotas()) == (400, [("movies", "ms", 1)])
    assert "somebody else has changed the quotas" in answer.content.decode()


def test_a_file_replaces_all_quotas_and_the_download_can_be_uploaded(client: Client) -> None:
    campaign = scene()
    sign_in_lead(client, campaign)
    AskQuota.objects.create(campaign=campaign, domain="movies", task="ms", wanted=1)
    text = b"domain,task,wanted\nsports,ms,4\nsports,ims,2\n"
    assert client.post(f"{PAGE}upload/", {"file": SimpleUploadedFile("wanted.csv", text)}).status_code == 302
    assert quotas() == [("sports", "ims", 2), ("sports", "ms", 4)]
    saved = client.get(f"{PAGE}csv/")
    assert saved["Content-Disposition"] == 'attachment; filename="long-quotas.csv"'
    assert "sports,ms,4,2" in saved.content.decode().splitlines()
    assert client.post(f"{PAGE}upload/", {"file": SimpleUploadedFile("a.csv", saved.content)}).status_code == 302
    assert [row for row in quotas() if row[2]] == [("sports", "ims", 2), ("sports", "ms", 4)]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"domain,task,wanted\nsports,ms,4\nsports,gone,2\n", "wanted.csv line 3: task: expected"),
        (b"", "wanted.csv: is empty"),
        (b"\x1f\x8b\x08", "wanted.csv: is compressed with gzip"),
        (b"x" * 1024 * 1024 + b"x", "wanted.csv: is larger than 1 MiB"),
    ],
)
def test_a_bad_file_is_named_with_its_line(client: Client, content: bytes, problem: str) -> None:
    campaign = scene()
    sign_in_lead(client, campaign)
    answer = client.post(f"{PAGE}upload/", {"file": SimpleUploadedFile("wanted.csv", content)})
    assert (answer.status_code, quotas()) == (400, [])
    assert problem in answer.content.decode()
    assert "/tmp" not in answer.content.decode()


def test_without_a_file_it_says_so(client: Client) -> None:
    sign_in_lead(client, scene())
    assert "file: choose a CSV file" in client.post(f"{PAGE}upload/").content.decode()


def test_it_needs_the_same_queries_for_one_and_three_domains(client: Client) -> None:
    campaign = scene()
    sign_in_lead(client, campaign)
    counts = []
    for domain in ("sports", "cartoons"):
        make_whole_video(campaign, f"of {domain}", domain=domain)
        with CaptureQueriesContext(connection) as queries:
            client.get(PAGE)
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("address", "method"), [(PAGE, "get"), (PAGE, "post"), (f"{PAGE}csv/", "get"), (f"{PAGE}upload/", "post")]
)
def test_outsiders_are_refused(client: Client, address: str, method: str) -> None:
    campaign, _ = marking_campaign()
    assert refusals(client, campaign, address, method) == REFUSED


def test_a_campaign_that_grades_has_none(client: Client) -> None:
    campaign = make_campaign("camp")
    sign_in_lead(client, campaign)
    assert client.get("/c/camp/quotas/").status_code == 404
