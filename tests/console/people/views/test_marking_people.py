"""People where segments are marked: what each wrote, marked and judged, and how they agree."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from annotator.models import Membership, Viewing, WorkEvent
from consensus.verify.selectors.invariants import breaches
from console.campaign.selectors.marking_stages import QuestionStage, marking_stages
from moments.models import Campaign
from tests.built_once import built_once
from tests.console.scenes import sign_in_lead
from tests.factories import NOW, claim, settle
from tests.marking import asked, finished, mark, marking_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@built_once
def scene(questions: int = 2) -> tuple[Campaign, Membership, Membership]:
    """An author who watched a minute for ten, and a marker who takes both edges a second later."""
    campaign, (author, marker, _) = marking_campaign()
    begun = NOW - timedelta(minutes=10)
    for half_minute in range(20):
        at = begun + timedelta(seconds=30 * half_minute)
        WorkEvent.objects.create(annotator=author, kind="viewing", key=f"v{half_minute}", worked_at=at, shown_ms=0)
    for _ in range(questions):
        asked(author)
    Viewing.objects.update(watched=[[0, 30_000]])
    finished(author)
    for seat in claim(marker, questions):
        mark(marker, seat, [[11_000, 21_000]])
    settle(campaign)
    return campaign, author, marker


def words(client: Client, address: str) -> str:
    body = client.get(address).content.decode()
    main = re.sub("<select.*?</select>", " ", body[body.index("<main") : body.index("</main")], flags=re.DOTALL)
    return re.sub("<[^>]*>", " ", main)


def test_a_person_has_their_work_time_and_agreement(client: Client) -> None:
    campaign, author, marker = scene()
    sign_in_lead(client, campaign)
    shown = client.get(f"/c/long/people/{author.pseudonym}/").context["shown"]
    assert (shown.work.written, shown.work.marked, shown.work.judged) == (2, 0, 0)
    writing, marking, *_ = shown.rows
    assert (writing.name, writing.answers, round(60 * writing.hours, 2)) == ("writing", 2, 10)
    assert (round(writing.minutes_each, 2), marking.minutes_each) == (5, None)
    assert shown.questions == [("accepted", 2)]
    assert (shown.agreement.edge_median_s.value, shown.agreement.iou.value) == (1, pytest.approx(9 / 11))
    (video,) = shown.videos
    assert (video.name, video.wrote, video.questions, video.watched) == ("video-1", True, 2, 0.5)
    (marked,) = client.get(f"/c/long/people/{marker.pseudonym}/").context["shown"].videos
    assert (marked.wrote, marked.questions, marked.watched, marked.is_open) == (False, 2, None, False)


def test_the_words_are_those_of_marking(client: Client) -> None:
    campaign, author, _ = scene()
    sign_in_lead(client, campaign)
    foreign = ("pair", "score", "kappa", "batch", "quer", "label")
    for address in (f"/c/long/people/{author.pseudonym}/", "/c/long/people/"):
        shown = words(client, address).lower()
        assert [shown[found.start() :][:60] for word in foreign for found in re.finditer(rf"\b{word}", shown)] == []


def test_the_list_says_what_each_did(client: Client) -> None:
    campaign, _, _ = scene()
    sign_in_lead(client, campaign)
    shown = " ".join(words(client, "/c/long/people/").split())
    assert "2 written, 0 marked, 0 judged 10 min" in shown
    assert "0 written, 2 marked, 0 judged" in shown


def test_it_needs_the_same_queries_for_one_and_three_questions(client: Client) -> None:
    counts = []
    for questions in (1, 3):
        Campaign.objects.filter(slug="long").update(slug="before")
        campaign, author, _ = scene(questions)
        WorkEvent.objects.all().delete()
        sign_in_lead(client, campaign)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/c/long/people/{author.pseudonym}/").status_code == 200
            assert client.get("/c/long/people/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_somebody_without_work_has_a_page(client: Client) -> None:
    campaign, (idle, *_) = marking_campaign()
    sign_in_lead(client, campaign)
    shown = client.get(f"/c/long/people/{idle.pseudonym}/")
    assert (shown.status_code, shown.context["shown"].agreement) == (200, None)
    assert "has not begun a video yet" in shown.content.decode()


@pytest.mark.parametrize("who", [0, 1])
def test_answers_are_voided_after_a_page_that_says_what_follows(client: Client, who: int) -> None:
    campaign, *both = scene()
    sign_in_lead(client, campaign)
    address = f"/c/long/people/{both[who].pseudonym}/void/"
    page = client.get(address)
    shown = words(client, address).lower()
    assert [word for word in ("score", "pair", "seat", "batch") if re.search(rf"\b{word}", shown)] == []
    assert "0:10" not in shown
    assert "is still paid. this cannot be undone" in shown
    told = "somebody else marks them in the author’s place" in shown
    assert told == (who == 0)
    done = client.post(address, dict(page.context["counts"]) | {"reason": "guessed"}, follow=True)
    scores = page.context["does"].scores
    assert f"{scores} answers are voided; {scores} questions will be marked again." in done.content.decode()
    assert marking_stages(campaign).at(QuestionStage.DECIDED) == 0
    assert "this person&#x27;s answers" not in client.get(address).content.decode()
    assert "there are none to void" in client.get(address).content.decode()
    again = client.post(address, dict(page.context["counts"]) | {"reason": "guessed"})
    assert again.status_code == 409
    assert list(breaches(campaign, now=NOW + timedelta(minutes=10), sweep_s=60)) == []


@pytest.mark.parametrize("page", ["people/", "people/{}/", "campaign/"])
def test_who_answers_misses_again_is_said_to_mark_questions(client: Client, page: str) -> None:
    campaign, author, _ = scene(1)
    Membership.objects.filter(pk=author.pk).update(standing="relabel")
    sign_in_lead(client, campaign)
    shown = client.get(f"/c/long/{page.format(author.pseudonym)}").content.decode()
    assert ("marking missed exam questions again" in shown, "exam pairs" in shown) == (True, False)
