import pytest

from consensus.selectors.reports import report_folder
from tests.consensus.views.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import make_campaign, opened_campaign, score_all, settle

pytestmark = pytest.mark.django_db
PAGE = "/c/films/report/"


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def test_a_lead_makes_the_report_reads_it_and_takes_it_home(client):
    campaign, members = opened_campaign(pairs=3)
    score_all(members, 2)
    settle(campaign)
    sign_in_lead(client, campaign)
    assert "No report yet" in client.get(PAGE).content.decode()
    assert client.get(f"{PAGE}download/").status_code == 404
    answer = client.post(f"{PAGE}make/", follow=True)
    page = answer.content.decode()
    assert "The report is made." in page
    assert page.count("<svg") == 12
    assert "<style>" not in page
    assert "Of 1 agreed pair with a similarity of 1, 1 (100.00%) are not perfect." in page
    file = client.get(f"{PAGE}download/")
    assert file["Content-Disposition"] == 'attachment; filename="films-report.html"'
    assert b"".join(file.streaming_content) == (report_folder(campaign) / "report.html").read_bytes()


def test_a_campaign_without_decided_pairs_says_so(client):
    campaign = make_campaign()
    sign_in_lead(client, campaign)
    page = client.post(f"{PAGE}make/", follow=True).content.decode()
    assert "has no decided pair with a relevance" in page
    assert "No report yet" in page
    assert not report_folder(campaign).exists()


@pytest.mark.parametrize(("address", "method"), [("", "get"), ("make/", "post"), ("download/", "get")])
def test_nobody_but_leads_sees_or_makes_it(client, address: str, method: str):
    campaign = make_campaign()
    assert refusals(client, campaign, PAGE + address, method) == REFUSED
