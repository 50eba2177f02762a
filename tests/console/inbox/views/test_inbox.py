import pytest
from django.core.cache import cache

from annotator.models import PersonWarning, Problem, ProblemKind
from annotator.problems.services.reporting import report_problem
from consensus.models import BatchReview, LeadDigest, Verdict
from consensus.opening.services import open_campaign
from moments.models import Clip, Pair
from tests.console.scenes import (
    REFUSED,
    annotators,
    open_scene,
    parked_pair,
    refusals,
    reviewed_scene,
    sign_in_admin,
    sign_in_lead,
)
from tests.factories import NOW, claim, make_campaign, make_member, make_query

pytestmark = pytest.mark.django_db
INBOX = "/c/camp/inbox/"


@pytest.fixture(autouse=True)
def _nothing_is_kept():
    cache.clear()


def ask(campaign, note="left or right?", member=None):
    member = member or make_member(campaign)
    (seat,) = claim(member, 1)
    report_problem(member=member, seat=seat.public_id, kind=ProblemKind.QUESTION, note=note, now=NOW)
    return Problem.objects.get(note=note)


def full_scene(rows=1):
    """Something in every section, `rows` times where that is easy."""
    campaign = reviewed_scene(queries=rows)
    for _ in range(rows):
        PersonWarning.objects.create(member=make_member(campaign), kind="pace", detail="2 s", raised_at=NOW)
    return open_scene_of(campaign, rows)


def open_scene_of(campaign, rows):
    """Further queries with a reported one, a reported pair, a question and a failed clip, `rows` times."""
    for _ in range(4):
        make_member(campaign)  # somebody is left for every pair
    for _ in range(4 * rows):
        make_query(campaign, pairs=3)
    open_campaign(campaign=campaign, allow_missing_clips=True, now=NOW, actor="test")
    for _ in range(rows):
        parked_pair(campaign, kind=ProblemKind.QUERY)
        parked_pair(campaign)
    for _ in range(rows):
        ask(campaign, f"question {Problem.objects.count()}")
    waiting = Pair.objects.filter(campaign=campaign, seats__state="open", parked=False).distinct().order_by("-number")
    for pair in waiting[:rows]:
        Clip.objects.filter(moment=pair.moment).update(state="failed", reason="no such video")
    return campaign


def counts(response):
    return {filled.section.key: filled.count for filled in response.context["waiting"]}


def test_everything_that_waits_stands_in_its_section(client):
    campaign = full_scene()
    sign_in_lead(client, campaign)
    response = client.get(INBOX)
    found = counts(response)
    assert set(found) == {"queries", "reports", "questions", "clips", "reviews", "warnings"}
    assert {found[key] for key in ("queries", "reports", "questions", "clips", "reviews", "warnings")} == {1}
    page = response.content.decode()
    assert all(words in page for words in ("question 2", "no such video", "cut_clips camp --videos DIR", "2 s"))
    assert client.get(f"{INBOX}count/").json() == {"count": sum(found.values())}


def test_a_pair_that_everybody_has_met_is_found(client):
    campaign = open_scene(people=1, pairs=1)
    claim(annotators(campaign)[0], 1)
    sign_in_lead(client, campaign)
    response = client.get(INBOX)
    assert counts(response) == {"nobody": 1}
    assert "Qualify or invite" in response.content.decode()


def test_an_empty_inbox_says_so(client):
    sign_in_lead(client, make_campaign("camp"))
    page = client.get(INBOX).content.decode()
    assert "Your inbox is empty" in page
    assert client.get(f"{INBOX}count/").json() == {"count": 0}


def test_a_report_is_decided_from_the_row_and_leads_back(client):
    campaign = open_scene(people=4)
    pair = parked_pair(campaign)
    sign_in_lead(client, campaign)
    response = client.post(f"/c/camp/pairs/{pair.number}/withdraw/", {"reason": "broken", "back": "inbox"})
    assert response.url == INBOX
    assert Verdict.objects.get().kind == "withdrawn"
    assert counts(client.get(INBOX)) == {}


def test_a_question_a_batch_and_a_warning_are_dealt_with_from_their_rows(client):
    campaign = reviewed_scene()
    for _ in range(4):
        make_member(campaign)
    sign_in_lead(client, campaign)
    warning = PersonWarning.objects.create(member=make_member(campaign), kind="pace", detail="2 s", raised_at=NOW)
    review = BatchReview.objects.get()
    posts = {
        f"/c/camp/reviews/{review.pk}/decide/": {"decision": "extend"},
        f"/c/camp/warnings/{warning.pk}/answer/": {},
    }
    for address, sent in posts.items():
        assert client.post(address, {**sent, "back": "inbox"}).url == INBOX
    question = ask(campaign, member=annotators(campaign)[0])
    assert client.post(f"/c/camp/problems/{question.pk}/answer/", {"answer": "left", "back": "inbox"}).url == INBOX
    assert counts(client.get(INBOX)) == {}


def test_no_more_than_five_rows_are_shown_and_the_rest_is_counted(client):
    campaign = open_scene(queries=7)
    for _ in range(7):
        parked_pair(campaign)
    sign_in_lead(client, campaign)
    response = client.get(INBOX)
    (filled,) = response.context["waiting"]
    assert (filled.count, len(filled.rows), filled.further) == (7, 5, 2)
    assert "2 more pairs" in response.content.decode()


@pytest.mark.parametrize("rows", [1, 3])
def test_the_number_of_queries_does_not_grow_with_rows(client, rows, django_assert_num_queries):
    campaign = full_scene(rows)
    sign_in_lead(client, campaign)
    with django_assert_num_queries(20):
        found = counts(client.get(INBOX))
    assert (len(found), max(found.values())) == (6, rows)


def test_the_daily_mail_is_turned_on_and_off(client, settings):
    campaign = make_campaign("camp")
    sign_in_lead(client, campaign)
    assert "E-mail is not set up" in client.get(INBOX).content.decode()
    settings.MAIL = object()
    sent = {"do": "on", "address": "lead@example.org", "hour": "6"}
    assert "at 6:00" in client.post(f"{INBOX}digest/", sent, follow=True).content.decode()
    assert 'value="lead@example.org"' in client.get(INBOX).content.decode()
    client.post(f"{INBOX}digest/", {"do": "off"})
    assert not LeadDigest.objects.exists()


@pytest.mark.parametrize("sent", [{}, {"address": "lead"}, {"address": "lead@example.org", "hour": "25"}])
def test_a_bad_address_or_hour_is_refused_and_changes_nothing(client, sent):
    sign_in_lead(client, make_campaign("camp"))
    page = client.post(f"{INBOX}digest/", sent, follow=True).content.decode()
    assert "No changes were made: " in page
    assert not LeadDigest.objects.exists()


def test_an_admin_reads_that_the_mail_goes_to_leads(client):
    make_campaign("camp")
    sign_in_admin(client)
    sent = {"address": "a@example.org", "hour": "7"}
    assert "admins can see all inboxes here" in client.post(f"{INBOX}digest/", sent, follow=True).content.decode()


@pytest.mark.parametrize(("path", "method"), [("", "get"), ("count/", "get"), ("digest/", "post")])
def test_outsiders_are_refused(client, path, method):
    assert refusals(client, reviewed_scene(), INBOX + path, method) == REFUSED
