import io
import zipfile

import pytest
from django.conf import settings

from consensus.export.services.history import request_export
from consensus.labels.selectors.labels import unfinished
from consensus.models import DatasetCard, Export
from moments.jobs.services.leases import end_job
from moments.models import JobState, Query
from tests.consensus.export.scenes import graded_campaign
from tests.console.scenes import refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, made_export, make_campaign, opened_campaign, score_all, settle
from tests.marking import marking_campaign
from tests.twins import twin_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/films/exports/"
REFUSED = {
    "stranger": "/sign-in/",
    "annotator": 403,
    "suspended lead": 403,
    "lead elsewhere": 404,
    "annotator elsewhere": 404,
}


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path / "data")


def test_an_admin_orders_an_export_and_downloads_it(client):
    graded_campaign(queries=1)
    sign_in_admin(client)
    page = client.post(f"{PAGE}order/", {"formats": ["tvr", "qrels"], "partial": "on"}, follow=True).content.decode()
    assert "Export 1 is being created" in page
    assert 'hx-get="/c/films/exports/history/"' in page
    from consensus.export.services.history import make_exports

    make_exports(now=NOW)
    history = client.get(f"{PAGE}history/").content.decode()
    assert ("hx-get" in history, "/c/films/exports/1/download/" in history) == (False, True)
    answer = client.get(f"{PAGE}1/download/")
    assert answer["Content-Disposition"] == 'attachment; filename="films-export-1.zip"'
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as packed:
        assert "films/val.qrels" in packed.namelist()


def test_an_unfinished_campaign_is_refused_at_once(client):
    opened_campaign(pairs=3)
    sign_in_admin(client)
    page = client.post(f"{PAGE}order/", {"formats": ["tvr"]}, follow=True).content.decode()
    reason = "the campaign is unfinished: 3 pairs without a verdict; a partial export contains what is decided so far."
    assert f"The export was not started: {reason}" in page
    assert "--partial" not in page
    assert not Export.objects.exists()


def test_an_export_that_fails_says_why(client):
    campaign, _ = opened_campaign(pairs=3)
    export = request_export(campaign=campaign, formats=["tvr"], partial=True, actor="admin", now=NOW)
    end_job(job=export.job, state=JobState.FAILED, now=NOW, reason="no space left on device")
    sign_in_admin(client)
    assert "No space left on device." in client.get(PAGE).content.decode()
    assert client.get(f"{PAGE}1/download/").status_code == 404


def test_a_cancelled_export_is_called_so(client):
    campaign, _ = opened_campaign(pairs=3)
    export = request_export(campaign=campaign, formats=["tvr"], partial=True, actor="admin", now=NOW)
    end_job(job=export.job, state=JobState.CANCELLED, now=NOW, reason="cancelled by L1")
    sign_in_admin(client)
    page = client.get(PAGE).content.decode()
    assert '<span class="tag">cancelled</span>' in page
    assert '<p class="muted">Cancelled by L1.</p>' in page


def test_the_page_says_beforehand_that_a_campaign_is_unfinished(client):
    campaign, members = opened_campaign(pairs=2)
    sign_in_admin(client)
    reason = "The campaign is unfinished: 2 pairs without a verdict. For now, you can only create a partial export."
    assert reason in client.get(PAGE).content.decode()
    score_all(members, lambda pair, member: 3)
    settle(campaign)
    assert unfinished(campaign) == {}
    assert "is unfinished:" not in client.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("formats", "problem"),
    [([], "name at least one of tvr, raw"), (["xml"], "there is no format &#x27;xml&#x27;; expected one of")],
)
def test_a_wrong_order_changes_nothing(client, formats, problem):
    make_campaign()
    sign_in_admin(client)
    page = client.post(f"{PAGE}order/", {"formats": formats}, follow=True).content.decode()
    assert f"The export was not started: {problem}" in page
    assert Export.objects.count() == 0


def test_outsiders_are_refused_and_leads_export(client):
    campaign = graded_campaign(queries=1)
    assert refusals(client, campaign, PAGE) == REFUSED
    lead = sign_in_lead(client, campaign)
    assert "Dataset card" in client.get(PAGE).content.decode()
    client.post(f"{PAGE}order/", {"formats": ["tvr"], "partial": "on"})
    client.post(f"{PAGE}card/", {"licence": "MIT"})
    assert (Export.objects.get().job.actor, DatasetCard.objects.get().licence) == (lead, "MIT")


def test_the_card_is_saved_and_shown(client):
    campaign = make_campaign()
    sign_in_admin(client)
    text = '<script>alert(1)</script> "quoted"'
    fields = {"licence": "CC-BY-4.0", "citation": text, "published_on": "2026-03-31", "homepage": "https://example.org"}
    page = client.post(f"{PAGE}card/", fields, follow=True).content.decode()
    assert "The dataset card is saved." in page
    assert "<script>alert(1)" not in page
    card = DatasetCard.objects.get(campaign=campaign)
    assert (card.licence, card.citation, card.published_on.isoformat()) == ("CC-BY-4.0", text, "2026-03-31")
    assert "has not changed" in client.post(f"{PAGE}card/", fields, follow=True).content.decode()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("published_on", "soon"),
        ("homepage", "javascript:alert(1)"),
        ("licence", "x" * 61),
        ("consent", "x" * 4001),
        ("citation", "nul\0"),
    ],
)
def test_a_wrong_card_is_refused_by_field(client, field, value):
    make_campaign()
    sign_in_admin(client)
    answer = client.post(f"{PAGE}card/", {field: value})
    assert (answer.status_code, DatasetCard.objects.count()) == (400, 0)
    assert list(answer.context["card"].errors) == [field]


def test_two_exports_are_compared(client):
    campaign = graded_campaign(queries=1)
    made_export(campaign, partial=True)
    Query.objects.update(text="<b>edited</b>")
    made_export(campaign, partial=True)
    sign_in_admin(client)
    page = client.get(f"{PAGE}compare/", {"old": "2", "new": "1"}).content.decode()
    assert "From export 1 to export 2" in page
    assert "&lt;b&gt;edited&lt;/b&gt;" in page
    assert "nothing in the ledger" in page
    same = client.get(f"{PAGE}compare/", {"old": "1", "new": "1"}).content.decode()
    assert "Both exports contain the same labels, unjudged pairs and adjudications." in same


@pytest.mark.parametrize(("old", "status"), [("", 400), ("one", 400), ("9" * 30, 400), ("-1", 400), ("9", 404)])
def test_what_is_no_export_cannot_be_compared(client, old, status):
    graded_campaign(queries=1)
    sign_in_admin(client)
    assert client.get(f"{PAGE}compare/", {"old": old, "new": "1"}).status_code == status


def test_an_archive_that_is_gone_is_not_found(client):
    made = made_export(graded_campaign(queries=1), partial=True)
    (settings.DATA_DIR / made.path).unlink()
    sign_in_admin(client)
    assert client.get(f"{PAGE}1/download/").status_code == 404
    assert client.get(f"{PAGE}compare/", {"old": "1", "new": "1"}).status_code == 404


def test_the_corpus_is_linked_from_the_row_of_pages_alone(client):
    make_campaign()
    sign_in_admin(client)
    assert client.get(PAGE).content.decode().count('"/c/films/corpus/"') == 1


@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow_with_exports(client, rows, django_assert_max_num_queries):
    campaign, _ = opened_campaign(pairs=1)
    for _ in range(rows):
        export = request_export(campaign=campaign, formats=["tvr"], partial=True, actor="admin", now=NOW)
        end_job(job=export.job, state=JobState.FAILED, now=NOW, reason="none")
    sign_in_admin(client)
    client.get(PAGE)
    with django_assert_max_num_queries(10) as counted:
        client.get(PAGE)
    assert len(counted) == 8


LEFT_OUT = {
    "grade": "Undecided pairs are left out of the files of labels and scores.",
    "mark": "Undecided questions are left out of the files of truths and markings.",
    "twin": "Clips that still lack an accepted caption or a split are left out of the file of each split.",
}


@pytest.mark.parametrize("kind", LEFT_OUT)
def test_the_form_says_what_a_partial_export_leaves_out(client, kind):
    campaign = {
        "grade": lambda: make_campaign(),
        "mark": lambda: marking_campaign()[0],
        "twin": lambda: twin_campaign()[0],
    }[kind]()
    sign_in_lead(client, campaign)
    page = client.get(f"/c/{campaign.slug}/exports/").content.decode()
    assert [one for one, words in LEFT_OUT.items() if words in page] == [kind]
