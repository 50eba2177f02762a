"""The queues of a marking campaign: questions on hold, questions without people, failed videos, gold."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from annotator.checks.selectors import gold_explanations
from annotator.models import Problem
from moments.models import Campaign, LedgerEntry, Pair, WithdrawnMoment
from tests.annotator.exam.marked_scenes import HERE, known
from tests.console.decisions.scenes import PROGRAM, marked_scene
from tests.console.scenes import sign_in_lead
from tests.factories import NOW

pytestmark = pytest.mark.django_db
GRADING = re.compile(r"\b(?:[Pp]airs?|[Ss]cor\w+|rank|[Bb]atch\w*|[Vv]erdicts?|None)\b")


@pytest.fixture
def campaign() -> Campaign:
    """Question 1 is reported as unclear and 2 as not visible; nobody is left for 3; of two videos one failed."""
    return marked_scene()


def address(kind: str, item: int | None = None, what: str = "item") -> str:
    if item is None:
        return reverse("decisions-queue", args=["long", kind])
    return reverse(f"decisions-{what}", args=["long", kind, item])


def waiting(client: Client, kind: str) -> list[str]:
    return re.findall(r'data-what="([^"]+)"', client.get(address(kind)).content.decode())


def send(client: Client, kind: str, item: int, what: str = "item", **body: str) -> tuple[int, str]:
    answer = client.post(address(kind, item, what), body, headers=PROGRAM)
    return answer.status_code, answer.content.decode()


def seen(line: str) -> str:
    return re.search(r'undo/.+?name="seen" value="([^"]*)"', line, re.DOTALL)[1]


def test_each_queue_speaks_of_questions_and_every_link_works(client: Client, campaign: Campaign) -> None:
    sign_in_lead(client, campaign)
    known(campaign, (HERE, ()))
    body = client.get(reverse("decisions", args=["long"])).content.decode()
    counts = re.findall(r"<h2><a[^>]*>([^<]*)</a> <span[^>]*>(\d+) left", body)
    assert dict(counts) == {
        "Questions to decide": "0",
        "Reported questions": "1",
        "Unclear questions": "1",
        "Nobody left": "1",
        "Failed videos": "1",
        "Gold": "2",
    }
    for kind in ("reported", "queries", "stuck", "videos", "gold"):
        page = client.get(address(kind)).content.decode().split("<main")[1].split("</main>")[0]
        words = " ".join(re.sub(r"<[^>]*>", " ", page.split("decisions-page")[1]).split())
        assert (kind, GRADING.findall(words)) == (kind, [])
        links = set(re.findall(r'href="(/c/[^"#]*)"', page))
        assert {client.get(link).status_code for link in links} == {200}
    assert client.get(address("discarded")).status_code == 404


@pytest.mark.parametrize(("kind", "item"), [("reported", 2), ("queries", 1)])
def test_a_question_is_put_back_held_again_and_withdrawn_for_good(
    client: Client, campaign: Campaign, kind: str, item: int
) -> None:
    pseudonym = sign_in_lead(client, campaign)
    assert waiting(client, kind) == [f"Question {item}"]
    status, line = send(client, kind, item, decision="back")
    assert (status, f">Question {item}</a>: <strong>put back</strong>" in line) == (200, True)
    assert (waiting(client, kind), Pair.objects.get(number=item).parked) == ([], False)
    assert send(client, kind, item, "undo", seen=seen(line))[0] == 200
    assert (waiting(client, kind), Problem.objects.filter(resolved_at=None).count()) == ([f"Question {item}"], 2)
    assert send(client, kind, item, decision="withdraw") == (422, "No changes were made: give a reason.")
    status, line = send(client, kind, item, decision="withdraw", reason="It must not be shown")
    assert (status, "withdrawn" in line, "/undo/" in line, "It must not be shown" in line) == (200, True, False, True)
    assert (waiting(client, kind), campaign.asks.get(number=item).state) == ([], "rejected")
    kinds = LedgerEntry.objects.filter(pair_number=item, actor=pseudonym).order_by("number")
    assert list(kinds.values_list("kind", flat=True)) == ["pair_put_back", "pair_held", "pair_withdrawn"]


def test_a_question_for_which_nobody_is_left_is_withdrawn(client: Client, campaign: Campaign) -> None:
    sign_in_lead(client, campaign)
    assert waiting(client, "stuck") == ["Question 3"]
    assert send(client, "stuck", 3, decision="withdraw", reason="Nobody is left")[0] == 200
    assert (waiting(client, "stuck"), campaign.asks.get(number=3).state) == ([], "rejected")
    status, line = send(client, "stuck", 3, decision="withdraw", reason="Nobody is left")
    assert (status, "question 3 is no longer waiting here" in line) == (409, True)


def test_a_failed_video_is_withdrawn_everywhere_used_again_and_cut_again(
    client: Client, campaign: Campaign, tmp_path, settings
) -> None:
    settings.VIDEO_SOURCES = [str(tmp_path)]
    sign_in_lead(client, campaign)
    video = campaign.videos.latest("pk")
    assert waiting(client, "videos") == ["video-2"]
    status, line = send(client, "videos", video.pk, decision="video", reason="The video is missing or broken")
    assert (status, "withdrawn everywhere" in line, waiting(client, "videos")) == (200, True, [])
    assert WithdrawnMoment.objects.get().moment.video == video
    assert 'data-what="video-2"' in send(client, "videos", video.pk, "undo", seen=seen(line))[1]
    assert "already been taken back" in send(client, "videos", video.pk, "undo", seen=seen(line))[1]
    assert "no clips were ordered" in send(client, "videos", video.pk, decision="again")[1]
    tried = campaign.cut_orders.create(source=str(tmp_path), ordered_at=NOW, finished_at=NOW)
    tried.videos.create(video=video, state="done")
    status, line = send(client, "videos", video.pk, decision="again")
    assert (status, "being cut again" in line, waiting(client, "videos")) == (200, True, [])
    assert campaign.cut_orders.latest("pk").videos.get().video == video
    assert send(client, "videos", video.pk, decision="again")[0] == 409


def test_a_known_question_becomes_gold_with_one_key(client: Client, campaign: Campaign) -> None:
    first, second = known(campaign, (HERE, ()))
    sign_in_lead(client, campaign)
    page = client.get(address("gold")).content.decode()
    assert ("0:10–0:20" in page, "no answer here" in page) == (True, True)
    status, line = send(client, "gold", first.number, decision="gold", reason="Watch the door")
    assert (status, "<strong>gold</strong>" in line) == (200, True)
    assert gold_explanations(campaign) == {first.number: "Watch the door"}
    assert waiting(client, "gold") == [f"Question {second.number}"]
    assert send(client, "gold", first.number, "undo", seen=seen(line))[0] == 200
    assert waiting(client, "gold") == [f"Question {first.number}", f"Question {second.number}"]
