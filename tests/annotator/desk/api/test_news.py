"""GET and POST /api/v1/news/, and the count of news in every claim."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from annotator.messages.services import send_message
from annotator.models import Guideline, GuidelineReading, MessageReceipt, Problem, ProblemKind, WorkEvent
from annotator.problems.services.reporting import report_problem
from annotator.problems.services.resolving import answer_question, close_problems
from tests.factories import NOW, claim, make_campaign, opened_campaign

pytestmark = pytest.mark.django_db
URL = "/api/v1/news/"


def post(client, url=URL, **body):
    return client.post(url, body, content_type="application/json")


def ask(member, seat, note: str) -> Problem:
    return report_problem(member=member, seat=seat.public_id, kind=ProblemKind.QUESTION, note=note, now=NOW)


def publish(campaign, version: int, *, renewed: bool = True) -> Guideline:
    return Guideline.objects.create(
        campaign=campaign, version=version, text="words", renewed=renewed, actor="lead", created_at=NOW
    )


def news_in(client) -> int:
    return post(client, "/api/v1/seats/claim/", count=1).json()["news"]


def test_without_news_there_is_nothing_to_read(client_of) -> None:
    _, (one, _) = opened_campaign()
    client = client_of(one)
    assert client.get(URL).json() == {"messages": [], "answers": [], "guideline": {"version": None, "read": True}}
    assert news_in(client) == 0


def test_answers_to_my_questions_are_news_until_i_put_them_away(client_of) -> None:
    _, (one, two) = opened_campaign()
    client = client_of(one)
    first, second, third = (ask(one, seat, f"q{place}") for place, seat in enumerate(claim(one)))
    others = ask(two, claim(two)[0], "theirs")
    for problem in (second, first, others):
        answer_question(problem=problem, answer=f"answer to {problem.note}", now=NOW)
    answers = client.get(URL).json()["answers"]
    assert answers[0] == {
        "id": first.pk,
        "query": "query text 1",
        "question": "q0",
        "answer": "answer to q0",
        "answered_at": "2026-03-02T09:00:00Z",
    }
    assert [answer["id"] for answer in answers] == [first.pk, second.pk]
    assert news_in(client) == 2
    response = post(client, answers=[first.pk, others.pk, third.pk, 10**15])
    assert (response.status_code, [answer["id"] for answer in response.json()["answers"]]) == (200, [second.pk])
    assert Problem.objects.exclude(seen_at=None).get() == first
    assert news_in(client) == 1


def test_reports_that_a_lead_resolved_are_no_news_and_neither_are_the_leads_reasons(client_of) -> None:
    _, (one, _) = opened_campaign()
    seats = claim(one)
    report = {"member": one, "seat": seats[0].public_id, "note": "x", "now": NOW}
    report_problem(kind=ProblemKind.OTHER, **report)
    ask(one, seats[0], "what now?")
    close_problems(pairs=[seats[0].pair], now=NOW, resolution="withdrawn: secret reason")
    answers = client_of(one).get(URL).json()["answers"]
    assert [answer["question"] for answer in answers] == ["what now?"]
    assert "secret reason" not in str(answers)


def test_a_renewed_guideline_is_news_until_it_is_read(client_of) -> None:
    campaign, (one, two) = opened_campaign()
    client = client_of(one)
    publish(campaign, 1)
    assert (client.get(URL).json()["guideline"], news_in(client)) == ({"version": 1, "read": False}, 1)
    assert post(client, guideline=1).json()["guideline"] == {"version": 1, "read": True}
    publish(campaign, 2, renewed=False)
    assert (client.get(URL).json()["guideline"], news_in(client)) == ({"version": 2, "read": True}, 0)
    publish(campaign, 3)
    assert (client.get(URL).json()["guideline"], news_in(client)) == ({"version": 3, "read": False}, 1)
    publish(campaign, 4, renewed=False)
    assert post(client, guideline=1).json()["guideline"] == {"version": 4, "read": False}
    assert post(client, guideline=4).json()["guideline"] == {"version": 4, "read": True}
    assert news_in(client_of(two)) == 1


def test_reading_a_guideline_is_paid_once(client_of) -> None:
    campaign, (one, _) = opened_campaign()
    publish(campaign, 1)
    client = client_of(one)
    for _ in range(3):
        post(client, guideline=1)
    event = WorkEvent.objects.get()
    assert (event.annotator, event.kind, event.key) == (one, "guideline", "guideline-1")
    assert abs(event.worked_at - timezone.now()) < timedelta(minutes=1)
    assert GuidelineReading.objects.count() == 1


def test_a_key_like_the_guidelines_does_no_harm(client_of) -> None:
    campaign, (one, _) = opened_campaign()
    publish(campaign, 1)
    seat = claim(one)[0]
    report_problem(member=one, seat=seat.public_id, kind=ProblemKind.OTHER, note="", now=NOW, key="guideline-1")
    assert post(client_of(one), guideline=1).json()["guideline"]["read"] is True


def test_a_version_that_there_is_not_is_refused_and_nothing_is_put_away(client_of) -> None:
    campaign, (one, _) = opened_campaign()
    publish(campaign, 1)
    publish(make_campaign("other"), 2)
    problem = ask(one, claim(one)[0], "?")
    answer_question(problem=problem, answer="!", now=NOW)
    response = post(client_of(one), answers=[problem.pk], guideline=2)
    assert (response.status_code, response.json()) == (400, {"guideline": ["there is no version 2"]})
    assert Problem.objects.get().seen_at is None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"answers": "1"}, "answers"),
        ({"answers": {}}, "answers"),
        ({"answers": None}, "answers"),
        ({"answers": ["1"]}, "answers"),
        ({"answers": [1.5]}, "answers"),
        ({"answers": [True]}, "answers"),
        ({"answers": [-1]}, "answers"),
        ({"answers": [2**63]}, "answers"),
        ({"answers": [10**40]}, "answers"),
        ({"answers": [1] * 201}, "answers"),
        ({"guideline": "1"}, "guideline"),
        ({"guideline": 0}, "guideline"),
        ({"guideline": 1.0}, "guideline"),
        ({"guideline": True}, "guideline"),
        ({"guideline": 32768}, "guideline"),
        ({"guideline": [1]}, "guideline"),
        ({"campaign": 5}, "campaign"),
        ({"campaign": "a\0b"}, "campaign"),
        ({"campaign": "\ud800"}, "campaign"),
    ],
)
def test_what_is_wrong_is_refused_by_name(client_of, body, field: str) -> None:
    campaign, (one, _) = opened_campaign()
    publish(campaign, 1)
    answer = post(client_of(one), **body)
    assert (answer.status_code, list(answer.json())) == (400, [field])


def test_nothing_at_all_is_fine(client_of) -> None:
    _, (one, _) = opened_campaign()
    assert post(client_of(one)).status_code == 200
    assert post(client_of(one), answers=[], guideline=None).status_code == 200


def test_strangers_and_outsiders_get_nothing(client_of) -> None:
    opened_campaign()
    _, (outsider, _) = opened_campaign("other")
    assert [Client().get(URL).status_code, post(Client()).status_code] == [401, 401]
    assert client_of(outsider).get(URL, {"campaign": "films"}).status_code == 404


@pytest.mark.parametrize("asked", [1, 3])
def test_news_take_the_same_number_of_queries(client_of, django_assert_num_queries, asked: int) -> None:
    campaign, (one, _) = opened_campaign()
    publish(campaign, 1)
    client = client_of(one)
    for seat in claim(one, asked):
        answer_question(problem=ask(one, seat, "?"), answer="!", now=NOW)
    # Token with membership, the day of its last use, answers, newest version, newest renewed, whether read.
    with django_assert_num_queries(7):
        assert len(client.get(URL).json()["answers"]) == asked


def test_messages_are_news_until_i_have_read_them(client_of) -> None:
    campaign, (one, two) = opened_campaign()
    client = client_of(one)
    sent = [
        send_message(campaign=campaign, text=text, pseudonyms=to, actor="lead", now=NOW)
        for text, to in (("all of you", None), ("only one", [one.pseudonym]), ("only two", [two.pseudonym]))
    ]
    shown = client.get(URL).json()["messages"]
    assert [(one["id"], one["text"]) for one in shown] == [(sent[0].pk, "all of you"), (sent[1].pk, "only one")]
    assert news_in(client) == 2
    left = post(client, messages=[sent[0].pk, sent[2].pk, 10**15]).json()["messages"]
    assert [one["text"] for one in left] == ["only one"]
    assert news_in(client) == 1
    assert list(MessageReceipt.objects.exclude(read_at=None).values_list("message", "member")) == [(sent[0].pk, one.pk)]
