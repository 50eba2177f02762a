"""The daily mail, by a real SMTP server: counts and links, once a day, to leads alone."""

from datetime import timedelta

import pytest
from celery import current_app
from django.core.cache import cache

from annotator.models import Membership, Role, Standing
from annotator.seats.services.standings import set_standing
from config.jobs import send_inbox_mails as send_digests
from consensus.digests.mail_setting import Mail
from consensus.digests.services import set_digest, stop_digest
from consensus.models import LeadDigest
from moments.base.errors import BadInput
from moments.models import Query
from tests.built_once import built_once
from tests.consensus.digests.mail_server import mail_server
from tests.factories import NOW, make_campaign, make_lead, make_member, opened_campaign, score_all, settle
from tests.rig.ports import free_port

pytestmark = pytest.mark.django_db
EIGHT = NOW.replace(hour=8)
DAY = timedelta(days=1)


def mail_by(port):
    return Mail("127.0.0.1", port, "", "", "", "labels@example.org", "https://labels.example.org")


@pytest.fixture(autouse=True)
def _nothing_is_kept():
    cache.clear()


@pytest.fixture
def server(settings):
    with mail_server() as running:
        settings.MAIL = mail_by(running.port)
        yield running


@built_once
def lead_of_one_batch() -> Membership:
    """The lead of a campaign in which one batch awaits review."""
    campaign, members = opened_campaign(pairs=40)
    score_all(members, 3)
    settle(campaign)
    Query.objects.update(text="the words of a query")
    return make_lead(campaign)


@pytest.fixture
def lead():
    return lead_of_one_batch()


def wish(lead, *, hour="7", address="lead@example.org"):
    return set_digest(member=lead, address=address, hour=hour, now=NOW)


def test_a_mail_tells_counts_and_links_and_no_text_of_the_corpus(server, lead):
    wish(lead)
    assert send_digests(now=EIGHT) == 1
    (mail,) = server.mails
    assert (mail["To"], mail["From"]) == ("lead@example.org", "labels@example.org")
    assert mail["Subject"] == "films: 1 item waiting"
    text = mail.get_content().replace("\r\n", "\n")
    assert "1 batch – Batches to review\n    https://labels.example.org/c/films/review/" in text
    assert "https://labels.example.org/c/films/inbox/" in text
    assert "the words of a query" not in mail.as_string()


def test_it_comes_once_a_day_from_its_hour_on(server, lead):
    wish(lead, hour="8")
    assert [send_digests(now=NOW.replace(hour=hour)) for hour in (7, 8, 9, 23)] == [0, 1, 0, 0]
    assert [send_digests(now=EIGHT + DAY), send_digests(now=EIGHT + DAY)] == [1, 0]
    assert len(server.mails) == 2


def test_the_hour_is_that_of_the_campaigns_time_zone(server, lead):
    lead.campaign.time_zone = "Asia/Singapore"  # eight hours ahead
    lead.campaign.save()
    wish(lead, hour="17")
    assert [send_digests(now=NOW.replace(hour=hour)) for hour in (8, 9)] == [0, 1]


def test_where_nothing_waits_no_mail_comes(server):
    wish(make_lead(make_campaign()))
    assert send_digests(now=EIGHT) == 0
    assert server.mails == []


def test_of_two_workers_that_found_it_due_one_sends(server, lead, monkeypatch):
    digest = wish(lead)
    found = [(digest.member.campaign, [digest])]
    monkeypatch.setattr("consensus.digests.services.digests_by_campaign", lambda: found)
    assert (send_digests(now=EIGHT), send_digests(now=EIGHT)) == (1, 0)
    assert len(server.mails) == 1


@pytest.mark.parametrize("how", ["refuses", "away"])
def test_a_mail_that_is_not_taken_is_logged_and_the_next_comes_tomorrow(server, lead, settings, caplog, how):
    wish(lead)
    server.refuses = how == "refuses"
    if how == "away":
        settings.MAIL = mail_by(free_port())
    assert [send_digests(now=EIGHT), send_digests(now=EIGHT)] == [0, 0]
    assert "the mail for a lead of films was refused" in caplog.text
    assert "lead@example.org" not in caplog.text
    server.refuses, settings.MAIL = False, mail_by(server.port)
    assert send_digests(now=EIGHT + DAY) == 1


def test_who_leads_no_more_gets_none(server, lead):
    wish(lead)
    set_standing(member=lead, standing=Standing.SUSPENDED, now=NOW, actor="test")
    assert send_digests(now=EIGHT) == 0


def test_a_title_of_several_lines_makes_one_subject(server, lead):
    wish(lead)
    lead.campaign.title = "Films\nBcc: everybody@example.org"
    lead.campaign.save()
    assert send_digests(now=EIGHT) == 1
    assert server.mails[0]["Bcc"] is None


def test_without_a_mail_server_none_is_sent_and_the_task_does_nothing(settings, lead):
    settings.MAIL = None
    wish(lead)
    current_app.tasks["console.tasks.send_digests"]()
    assert LeadDigest.objects.get().sent_at is None


def test_it_is_changed_and_turned_off(lead):
    wish(lead)
    wish(lead, hour="9", address="other@example.org")
    assert list(LeadDigest.objects.values_list("address", "hour")) == [("other@example.org", 9)]
    stop_digest(member=lead)
    assert not LeadDigest.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [("address", ""), ("address", "lead"), ("address", "a@b.org\nBcc: c@d.org"), ("address", f"{'a' * 250}@b.org"),
     ("hour", "24"), ("hour", ""), ("hour", "-1"), ("hour", "x"), ("hour", "9" * 400)],
)  # fmt: skip
def test_bad_input_is_refused_by_name(lead, field, value):
    with pytest.raises(BadInput, match=f"^{field}:"):
        wish(lead, **{field: value})
    assert not LeadDigest.objects.exists()


def test_annotators_get_no_mail(lead):
    with pytest.raises(BadInput, match="leads"):
        wish(make_member(lead.campaign, role=Role.ANNOTATOR))
