"""Reports and questions in marking campaigns: pages name questions, and every link leads somewhere."""

import re

import pytest
from django.core.cache import cache

from annotator.models import ProblemKind
from annotator.problems.services.reporting import report_problem
from moments.models import Clip, Pair
from tests.console.scenes import sign_in_lead
from tests.factories import NOW, claim
from tests.marking import asked, finished, marking_campaign

pytestmark = pytest.mark.django_db
GRADING = re.compile(r"\b(pairs?|scor\w+|quer(y|ies)|rank|batch\w*|verdicts?|None)\b", re.IGNORECASE)


@pytest.fixture
def campaign():
    """Three questions of one author, each reported by the marker in another way, and a proxy that failed."""
    cache.clear()
    campaign, (author, marker, *_) = marking_campaign(people=3)
    for _ in range(3):
        asked(author)
    finished(author)
    seats = sorted(claim(marker, 3), key=lambda seat: seat.pair.number)
    kinds = (ProblemKind.QUESTION, ProblemKind.QUERY, ProblemKind.NOTHING_VISIBLE)
    for seat, kind in zip(seats, kinds, strict=True):
        report_problem(member=marker, seat=seat.public_id, kind=kind, note=f"it is {kind.value[:4]}", now=NOW)
    return campaign


def words_and_links(client, address: str) -> tuple[str, list[str]]:
    body = client.get(address).content.decode().split("<main")[1].split("</main>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", body).split()), re.findall(r'href="(/c/[^"#]*)"', body)


@pytest.mark.parametrize("page", ["inbox/", "problems/"])
def test_pages_speak_of_questions_and_every_link_works(client, campaign, page):
    sign_in_lead(client, campaign)
    words, links = words_and_links(client, f"/c/long/{page}")
    assert GRADING.findall(words) == []
    assert page == "inbox/" or "The question does not make sense" in words
    assert "it is ques" in words
    assert "Question 1" in words
    assert {client.get(link).status_code for link in links} == {200}


@pytest.mark.parametrize("page", ["inbox/", "problems/"])
def test_every_form_can_be_sent(client, campaign, page):
    sign_in_lead(client, campaign)
    body = client.get(f"/c/long/{page}").content.decode().split("<main")[1].split("</main>")[0]
    addresses = set(re.findall(r'action="(/c/long/(?:pairs|problems|queries)/[^"]*)"', body))
    sent = [client.post(one, {"reason": "fine", "answer": "yes", "back": page[:-1]}).status_code for one in addresses]
    assert (len(sent), set(sent)) == (5, {302})


def test_failed_proxies_lead_to_the_videos(client, campaign):
    sign_in_lead(client, campaign)
    Clip.objects.update(state="failed", reason="no such video")
    words, links = words_and_links(client, "/c/long/inbox/")
    assert ("Failed proxies" in words, "/c/long/videos/?show=failed" in links) == (True, True)


def test_a_question_is_put_back_and_withdrawn_by_that_name(client, campaign):
    sign_in_lead(client, campaign)
    back = client.post("/c/long/pairs/3/put-back/", {"reason": "fine", "back": "problems"}, follow=True)
    assert "Question 3 is back in the queues." in back.content.decode()
    withdrawn = client.post("/c/long/pairs/2/withdraw/", {"reason": "odd", "back": "inbox"}, follow=True)
    assert "Question 2 is withdrawn." in withdrawn.content.decode()
    assert list(Pair.objects.filter(parked=True).values_list("number", flat=True)) == []


def test_what_was_resolved_names_questions(client, campaign):
    sign_in_lead(client, campaign)
    client.post("/c/long/pairs/3/put-back/", {"reason": "fine", "back": "problems"})
    words, links = words_and_links(client, "/c/long/problems/?show=resolved")
    assert ("Question" in words, "Example" in words, "/c/long/questions/3/" in links) == (True, False, True)
