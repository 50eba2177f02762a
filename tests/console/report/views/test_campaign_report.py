from datetime import timedelta

import pytest

from consensus.report.selectors.reports import report_folder
from consensus.report.services.orders import make_reports, order_report
from moments.models import Job
from tests.console.scenes import REFUSED, refusals, sign_in_lead
from tests.factories import NOW, claim, lose, make_campaign, opened_campaign, score_all, settle
from tests.marking import asked, finished, mark, marking_campaign
from tests.twins import Road, twin_campaign

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
    page = client.post(f"{PAGE}make/", follow=True).content.decode()
    assert "The report is being created" in page
    assert 'hx-trigger="every 3s"' in page
    assert "is already being created" in client.post(f"{PAGE}make/", follow=True).content.decode()
    assert (make_reports(now=NOW), make_reports(now=NOW)) == (1, 0)
    page = client.get(PAGE).content.decode()
    assert "every 3s" not in page
    assert page.count("<svg") == 12
    assert "<style>" not in page
    assert "Of 1 agreed pair with a similarity of 1, 1 (100.00%) are not perfect." in page
    file = client.get(f"{PAGE}download/")
    assert file["Content-Disposition"] == 'attachment; filename="films-report.html"'
    assert b"".join(file.streaming_content) == (report_folder(campaign) / "report.html").read_bytes()
    answer = client.get(PAGE)
    shown, body = answer.context["report"].sections, answer.content.decode()
    assert sum(len(section.figures) for section in shown) > 3
    names = [("figures", f"{name}.{kind}") for section in shown for name in section.figures for kind in ("svg", "png")]
    names += [("tables", f"{section.name}.{kind}") for section in shown for kind in ("csv", "tex")]
    starts = {"svg": b"<svg ", "png": b"\x89PNG", "csv": b"", "tex": b""}
    for folder, name in names:
        part = client.get(f"{PAGE}files/{folder}/{name}")
        content = b"".join(part.streaming_content)
        assert part["Content-Disposition"] == f'attachment; filename="films-{name}"'
        assert len(content) > 20
        assert content.startswith(starts[name[-3:]]), name
        assert f'href="{PAGE}files/{folder}/{name}"' in body
    for wrong in ("figures/..%2Freport.json", "figures/report.json", "tables/no.csv", "other/a.svg"):
        assert client.get(f"{PAGE}files/{wrong}").status_code == 404, wrong


def test_a_report_of_discarded_pairs_alone_says_that_there_is_no_relevance(client):
    campaign, members = opened_campaign(people=4, pairs=2)
    for after_s in (61, 122):
        score_all(members, lambda pair, member: 4 * (member.pk % 2))
        settle(campaign, after_s=after_s)
    sign_in_lead(client, campaign)
    client.post(f"{PAGE}make/")
    make_reports(now=NOW)
    page = client.get(PAGE).content.decode()
    assert page.count("No decided pair has an agreed relevance, so there is nothing to show here.") == 3
    assert (page.count("<svg"), page.count("<summary>Table</summary>")) == (6, 4)


def test_a_campaign_without_decided_pairs_says_so(client):
    campaign = make_campaign()
    sign_in_lead(client, campaign)
    client.post(f"{PAGE}make/")
    make_reports(now=NOW)
    page = client.get(PAGE).content.decode()
    assert "has no decided pairs, so there is nothing to report" in page
    assert "No report yet" in page
    assert not report_folder(campaign).exists()


def test_a_report_whose_maker_is_lost_is_taken_again_and_given_up_in_the_end():
    campaign = make_campaign()
    order_report(campaign=campaign, actor="L1", now=NOW)
    lose(Job.objects.get(), tries=1)
    assert make_reports(now=NOW + timedelta(minutes=50)) == 0
    assert make_reports(now=NOW + timedelta(minutes=61)) == 1
    assert order_report(campaign=campaign, actor="L1", now=NOW)
    lose(Job.objects.get(), tries=3)
    assert make_reports(now=NOW + timedelta(minutes=61)) == 0
    job = Job.objects.get()
    assert (job.state, job.reason) == ("failed", "it was interrupted 3 times; see the worker's log")


@pytest.mark.parametrize(("address", "method"), [("", "get"), ("make/", "post"), ("download/", "get")])
def test_nobody_but_leads_sees_or_makes_it(client, address: str, method: str):
    campaign = make_campaign()
    assert refusals(client, campaign, PAGE + address, method) == REFUSED


@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow_with_what_is_reported(client, rows, django_assert_num_queries):
    campaign, members = opened_campaign(people=2, queries=rows, pairs=rows)
    score_all(members, 2)
    settle(campaign)
    sign_in_lead(client, campaign)
    order_report(campaign=campaign, actor="lead", now=NOW)
    assert make_reports(now=NOW) == 1
    client.get(PAGE)
    with django_assert_num_queries(4):
        assert client.get(PAGE).context["report"].sections


def test_a_lead_reads_the_report_where_segments_are_marked(client):
    campaign, (author, marker, _) = marking_campaign("films")
    asked(author)
    finished(author)
    (seat,) = claim(marker, 1)
    mark(marker, seat)
    settle(campaign)
    sign_in_lead(client, campaign)
    page = client.get(PAGE).content.decode()
    assert "videos and questions by domain and task" in page
    assert "Depth studies" not in page
    client.post(f"{PAGE}make/")
    assert make_reports(now=NOW) == 1
    page = client.get(PAGE).content.decode()
    assert "from the questions decided by then" in page
    headings = ("contents", "lengths", "agreement", "outcomes", "work", "pools")
    assert all(f'<h2 id="{name}">' in page for name in headings)
    assert page.count("<svg") == 8
    assert client.get(f"{PAGE}download/")["Content-Disposition"] == 'attachment; filename="films-report.html"'


def test_a_lead_of_twins_makes_their_report(client):
    road = Road().judged().written().assigned(1)
    sign_in_lead(client, road.campaign)
    page = "/c/arrow/report/"
    body = client.get(page).content.decode()
    assert "The report shows twins, single and dropped clips by criterion" in body
    assert 'aria-current="page">Report' in body
    client.post(f"{page}make/")
    assert make_reports(now=NOW) == 1
    answer = client.get(page)
    assert [section.name for section in answer.context["report"].sections] == [
        *("criteria", "contents", "lengths", "agreement", "ceiling", "captions", "people", "work")
    ]
    assert "Created on" in answer.content.decode()
    assert client.get(f"{page}files/tables/ceiling.tex").status_code == 200
    assert client.get(f"{page}download/")["Content-Disposition"] == 'attachment; filename="arrow-report.html"'


def test_outsiders_see_no_report_of_twins(client):
    campaign, _ = twin_campaign()
    assert refusals(client, campaign, "/c/arrow/report/") == REFUSED
