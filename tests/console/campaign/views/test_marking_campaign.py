"""The campaign page where segments are marked."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.models import Ask, AskQuota, AskState, Membership, Staffing, Standing, Viewing
from console.campaign.selectors.marking import marking_page
from console.campaign.selectors.marking_stages import QuestionStage, VideoStage
from moments.models import Campaign, Clip, ClipState
from tests.built_once import built_once
from tests.console.scenes import REFUSED, refusals, sign_in_admin, sign_in_lead
from tests.factories import NOW, claim, settle
from tests.marking import asked, finished, make_whole_video, mark, marking_campaign, send

pytestmark = pytest.mark.django_db
PAGE = "/c/long/campaign/"
LATER = NOW + timedelta(minutes=5)


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@built_once
def scene() -> tuple[Campaign, list[Membership]]:
    """A question at each stage: decided, with a third annotator, with the lead, returned; one written, one a draft."""
    campaign, people = marking_campaign(people=4, videos=0, opened=False)
    author, marker, third, _ = people
    for name, domain in (("one", "sports"), ("two", "movies"), ("three", "movies"), ("four", "movies")):
        make_whole_video(campaign, name, domain=domain, duration_s=3600)
    Campaign.objects.filter(pk=campaign.pk).update(status="open", opened_at=NOW)
    campaign.refresh_from_db()
    for member in people:
        member.campaign = campaign
    one = campaign.videos.get(name="one")
    for _ in range(4):
        asked(author, video=one)
    finished(author)
    seats = sorted(claim(marker, 4), key=lambda seat: seat.pair_id)
    mark(marker, seats[0])
    mark(marker, seats[1], [[14_000, 26_000]])
    mark(marker, seats[2], [[14_000, 26_000]])
    send(marker, seats[3], segments=[])
    settle(campaign)
    for seat in claim(third, 2, now=LATER)[:1]:
        send(third, seat, pieces=[{"span": [10_000, 26_000], "word": "undecided"}], now=LATER)
    settle(campaign, now=LATER)
    asked(author, video=campaign.videos.get(name="two"))
    Ask.objects.create(
        campaign=campaign,
        number=9,
        video=campaign.videos.get(name="three"),
        task="ms",
        state=AskState.DRAFT,
        created_at=NOW,
        changed_at=NOW,
    )
    return campaign, people


def test_questions_stand_at_their_stages_by_domain_and_task(client: Client) -> None:
    campaign, _ = scene()
    sign_in_lead(client, campaign)
    stages = client.get(PAGE).context["page"].stages
    found = {stage.value: stages.at(stage) for stage in QuestionStage}
    assert found == {
        "ready": 1,
        "draft": 0,
        "written": 1,
        "marking": 0,
        "third": 1,
        "lead": 1,
        "returned": 1,
        "decided": 1,
        "rejected": 0,
    }
    assert [(row.domain, row.task, row.total) for row in stages.rows] == [("movies", "MS", 2), ("sports", "MS", 4)]


def test_videos_stand_at_theirs_with_their_hours(client: Client) -> None:
    campaign, _ = scene()
    Clip.objects.filter(moment__video__name="four").update(state=ClipState.FAILED)
    sign_in_lead(client, campaign)
    videos = client.get(PAGE).context["page"].stages.videos
    assert {stage.value: tuple(count) for stage, count in videos.items() if count.videos} == {
        VideoStage.NO_PROXY.value: (1, 3600),
        VideoStage.UNTOUCHED.value: (1, 3600),
        VideoStage.WRITING.value: (1, 3600),
        VideoStage.SETTLING.value: (1, 3600),
    }


def test_it_names_what_is_stuck_and_the_next_step(client: Client) -> None:
    campaign, (author, marker, *_) = scene()
    Clip.objects.filter(moment__video__name="four").update(state=ClipState.FAILED)
    AskQuota.objects.create(campaign=campaign, domain="cartoons", task="ms", wanted=4)
    Membership.objects.filter(pk=author.pk).update(standing=Standing.SUSPENDED)
    Campaign.objects.filter(pk=campaign.pk).update(swept_at=timezone.now())
    sign_in_lead(client, campaign)
    page = client.get(PAGE).context["page"]
    assert {(one.count, one.what, one.route) for one in page.stuck} == {
        (1, "video,videos", ""),
        (1, "domain,domains", "quotas"),
        (1, "question,questions", "question-review"),
        (1, "question,questions", "questions"),
    }
    assert "the proxy could not be made (four)" in {one.why for one in page.stuck}
    assert (page.step.text, page.step.route) == ("Decide 1 question that the rules leave to you.", "question-review")
    Membership.objects.filter(pk__in=[marker.pk, author.pk]).update(standing=Standing.SUSPENDED)
    page = client.get(PAGE).context["page"]
    assert (4, "video,videos", "people") in {(one.count, one.what, one.route) for one in page.stuck}
    assert page.step.text == "Invite people: 2 of at least 3 are qualified."


def test_it_says_what_a_day_needs_to_finish_in_time(client: Client) -> None:
    campaign, _ = scene()
    sign_in_lead(client, campaign)
    today = timezone.now().date()
    set_to = {"finish_by": str(today + timedelta(days=9)), "day_target": ""}
    assert client.post("/c/long/staffing/targets/", set_to).url == "/c/long/marking-rules/"
    page = client.get(PAGE)
    shown = page.context["page"]
    assert shown.needed_a_day == pytest.approx(shown.forecast.hours / 10)
    assert "hours of work a day</strong> to finish by" in page.content.decode()
    Staffing.objects.update(finish_by=today - timedelta(days=1))
    assert "which has passed" in client.get(PAGE).content.decode()


def test_people_and_what_they_are_at(client: Client) -> None:
    campaign, (author, marker, third, idle) = scene()
    seen = [[0, 1_800_000], [2_000_000, 3_800_000]]
    Viewing.objects.filter(share__annotator=author, ended_at=None).update(watched=seen)
    Membership.objects.update(last_request_at=None)
    Membership.objects.filter(pk=author.pk).update(last_request_at=NOW)
    page = marking_page(campaign, now=NOW)
    rows = {one.member.pk: one for one in page.people.people}
    done = {pk: (one.written, one.marked, one.judged) for pk, one in rows.items()}
    assert done == {author.pk: (5, 0, 0), marker.pk: (0, 4, 0), third.pk: (0, 0, 1), idle.pk: (0, 0, 0)}
    assert (rows[author.pk].watched_s, rows[author.pk].now, page.people.at_work) == (3600, "writing about two", 1)
    assert page.people.people[0].member.pk == author.pk


def test_the_words_are_those_of_marking(client: Client) -> None:
    campaign, _ = scene()
    sign_in_admin(client)
    body = client.get(PAGE).content.decode().lower()
    main = re.sub("<[^>]*>", " ", body[body.index("<main") : body.index("</main")])
    assert not [word for word in ("pair", "score", "batch", "quer", "label") if f" {word}" in main]


def test_pausing_says_what_it_does(client: Client) -> None:
    campaign, _ = scene()
    sign_in_lead(client, campaign)
    done = client.post("/c/long/campaign/pause/", {"do": "pause", "reason": "lunch"}, follow=True)
    assert "nobody gets another video or question" in done.content.decode()


def test_htmx_gets_nothing_while_nothing_changed(client: Client) -> None:
    campaign, _ = scene()
    sign_in_lead(client, campaign)
    mark_now = client.get(PAGE).context["mark"]
    seen = {"seen": mark_now}
    assert client.get(PAGE, seen, headers={"HX-Request": "true"}).status_code == 204


def test_an_empty_campaign_says_what_to_do_first(client: Client) -> None:
    campaign, _ = marking_campaign(videos=0, opened=False)
    sign_in_lead(client, campaign)
    page = client.get(PAGE)
    assert page.context["page"].step.text == "Import the videos with manage.py import_videos."


def test_it_needs_the_same_queries_for_one_and_three_questions(client: Client) -> None:
    campaign, (author, marker, *_) = marking_campaign(people=4)
    sign_in_lead(client, campaign)
    client.get(PAGE)
    counts = []
    for questions in (1, 3):
        video = make_whole_video(campaign, f"video of {questions}", domain=f"d{questions}").video
        for _ in range(questions):
            asked(author, video=video)
        finished(author)
        for seat in claim(marker, questions):
            mark(marker, seat)
        settle(campaign)
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            client.get(PAGE)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_outsiders_are_refused(client: Client) -> None:
    campaign, _ = marking_campaign()
    assert refusals(client, campaign, PAGE) == REFUSED
