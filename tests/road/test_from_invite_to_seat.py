"""The whole way of new people, by HTTP alone: invite, consent, tutorial, exam, misses again, first campaign seat."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import unescape

import pytest
from django.core.management import call_command
from django.test import Client

from annotator.models import Exam, Membership, Score
from moments.models import Campaign, Pair
from moments.protocol import Protocol
from moments.scale import PUBLISHED as LEVELS
from tests.factories import make_campaign, make_lead, make_query

pytestmark = pytest.mark.django_db

SECRET = "plum quarry lantern seven"
WORKER = re.compile(r"w-[2-9a-z]{6}")
FIRST = ({1: 4, 2: 3, 3: 0, 4: 2}, {1: 4, 2: 3, 3: 1, 4: 2}, {1: 1, 2: 3, 3: 4, 4: 2})
TRUTHS = {1: 4, 2: 3, 3: 1, 4: 2}  # the medians of the three
MISSES = {1: 1, 3: 4}  # of the third


def page(client: Client, path: str) -> str:
    response = client.get(f"/c/films/{path}", follow=True)
    assert response.status_code == 200
    return unescape(response.content.decode())


def post(client: Client, path: str, **fields: object) -> str:
    response = client.post(f"/c/films/{path}", fields, follow=True)
    assert response.status_code == 200, response.content.decode()
    return unescape(response.content.decode())


def call(client: Client, path: str, body: Mapping[str, object]) -> dict[str, object]:
    response = client.post(f"/api/v1/{path}", body, content_type="application/json")
    assert response.status_code == 200, response.content
    return response.json()


def sweep() -> None:
    """What the worker does every few seconds."""
    call_command("settle", stdout=None)


class Newcomer:
    """A browser, and after joining whose it is."""

    def __init__(self, link: str) -> None:
        self.client = Client()
        joining = self.client.get(link)
        form = re.search(r'name="form" value="([^"]+)"', joining.content.decode())
        fields = {"form": form[1], "version": 1, "agree": "on", "new_password1": SECRET, "new_password2": SECRET}
        welcome = self.client.post(link, fields, follow=True)
        self.worker_id = WORKER.search(welcome.content.decode())[0]
        self.member = Membership.objects.get(user__username=self.worker_id)

    @property
    def standing(self) -> str:
        return Membership.objects.get(pk=self.member.pk).standing

    def claim(self) -> dict[str, object]:
        return call(self.client, "seats/claim/", {"count": 50})

    def score(self, level: Callable[[dict[str, object]], int], *, of: dict[str, object]) -> list[str]:
        """Score all that was claimed; what became of each."""
        scores = [{"seat": seat["id"], "relevance": level(seat), "key": seat["id"]} for seat in of["seats"]]
        results = call(self.client, "scores/", {"scores": scores})["results"]
        return [result["status"] for result in results]

    def take_tutorial(self) -> None:
        assert "exam" in page(self.client, "start/").casefold()
        assert "films" in page(self.client, "tutorial/").casefold()
        lesson = post(self.client, "tutorial/1/", version=1, relevance=0)
        assert "It is the same walk." in lesson
        post(self.client, "tutorial/finish/", version=1)

    def answer_exam(self, answers: Mapping[int, int]) -> None:
        post(self.client, "start/exam/")
        post(self.client, "start/exam/")  # the second browser finds the same sitting
        claimed = self.claim()
        assert [set(seat) for seat in claimed["seats"]] == [{"id", "query", "clip"}] * 4
        numbers = {seat["id"]: pair_of(seat) for seat in claimed["seats"]}
        assert self.score(lambda seat: answers[numbers[seat["id"]]], of=claimed) == ["saved"] * 4


def pair_of(seat: Mapping[str, object]) -> int:
    return Pair.objects.get(seats__public_id=seat["id"]).number


@pytest.fixture
def campaign() -> Campaign:
    """Two queries for the exam, one to practise on, one to label; scores are final at once."""
    campaign = make_campaign(protocol=Protocol(grace_s=0, batch_size=4, window=4))
    for pairs in (2, 2, 1):
        make_query(campaign, pairs=pairs, split="exam")
    make_query(campaign, pairs=4)
    return campaign


@pytest.fixture
def lead(campaign: Campaign) -> Client:
    """A lead who has written the consent, the tutorial and an exam that is open."""
    client = Client()
    client.force_login(make_lead(campaign).user)
    post(client, "consent/edit/", do="save", text="Hidden checks are among the pairs.")
    practice = {"pair": "5", "level": "4", "explanation": "It is the same walk."}
    post(client, "tutorial/edit/", do="save", text="Watch it whole.", **practice)
    sizes = {"takers_to_freeze": 3, "sittings_allowed": 1, "queries": 2, "depth": 2, "seed": 0}
    post(client, "exam/make/", how="pick", pairs="1-4", truth_kind="cohort", **sizes)
    rows = Exam.objects.get().items.order_by("pair__number")
    words = {f"explanation-{item.pair.number}": f"why {item.pair.number}" for item in rows}
    bank = page(client, "exam/?exam=1&show=bank")
    seen = dict(re.findall(r'name="(seen-\d+)" value="([^"]*)"', bank))
    assert len(seen) == 4
    post(client, "exam/1/save/", **seen, **words)
    post(client, "exam/1/open/")
    return client


def invite(lead: Client) -> str:
    page = post(lead, "people/invite/", uses=3, days=2)
    return re.search(r"http://testserver(/join/[^\"<\s]+)", page)[1]


def test_three_people_go_from_the_invite_to_their_first_campaign_seat(campaign: Campaign, lead: Client) -> None:
    link = invite(lead)
    people = [Newcomer(link) for _ in range(3)]
    assert Client().get(link).status_code == 410  # its three places are taken
    for person in people:
        assert (person.standing, person.claim()["reason"]) == ("training", "training_required")
        person.take_tutorial()
        assert person.claim()["reason"] == "exam_required"
    for person, answers in list(zip(people, FIRST, strict=True))[:2]:
        person.answer_exam(answers)
    sweep()
    assert [person.standing for person in people] == ["waiting", "waiting", "training"]
    assert people[0].claim()["reason"] == "waiting_for_truth"
    assert "2 of 3 people have finished" in post(lead, "exam/1/freeze/")
    people[2].answer_exam(FIRST[2])
    sweep()
    post(lead, "exam/1/freeze/")
    assert dict(Exam.objects.get().items.values_list("pair__number", "truth")) == TRUTHS
    sweep()
    assert [person.standing for person in people] == ["qualified", "qualified", "relabel"]

    missing = people[2].claim()
    lessons = {pair_of(seat): seat["lesson"] for seat in missing["seats"]}
    assert lessons == {
        number: {
            "truth": TRUTHS[number],
            "level": LEVELS[TRUTHS[number]].long,
            "explanation": f"why {number}",
            "earlier": earlier,
        }
        for number, earlier in MISSES.items()
    }
    assert people[2].score(lambda seat: seat["lesson"]["truth"], of=missing) == ["saved"] * 2
    sweep()
    assert [person.standing for person in people] == ["qualified"] * 3

    call_command("open_campaign", "films", stdout=None)
    first = people[2].claim()
    assert ({len(first["seats"]), *map(pair_of, first["seats"])}, first["reason"]) == ({4, 6, 7, 8, 9}, None)
    assert [set(seat) for seat in first["seats"]] == [{"id", "query", "clip"}] * 4
    assert people[2].score(lambda seat: 3, of=first) == ["saved"] * 4
    assert Score.objects.filter(seat__purpose="campaign").count() == 4
    call_command("verify_campaign", "films", stdout=None)
