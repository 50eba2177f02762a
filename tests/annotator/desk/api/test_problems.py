"""POST /api/v1/problems/."""

import pytest

from annotator.models import Problem, WorkEvent
from tests.factories import claim, opened_campaign

pytestmark = pytest.mark.django_db
URL = "/api/v1/problems/"


def post(client, **body):
    return client.post(URL, body, content_type="application/json")


def test_a_report_is_stored_and_the_pair_leaves_the_queue(client_of) -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = claim(one)[0]
    answer = post(client_of(one), seat=str(seat.public_id), kind="broken_clip", note="black")
    assert (answer.status_code, answer.json()["kind"], answer.json()["note"]) == (201, "broken_clip", "black")
    assert seat.pk not in [other.pk for other in claim(one)]
    assert Problem.objects.get().pair == seat.pair


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"kind": "boring"}, "kind"),
        ({"kind": None}, "kind"),
        ({"kind": []}, "kind"),
        ({"seat": "x"}, "seat"),
        ({"seat": None}, "seat"),
        ({"seat": 10**40}, "seat"),
        ({"note": "x" * 1001}, "note"),
        ({"note": None}, "note"),
        ({"note": "a\0b"}, "note"),
        ({"note": "\ud800"}, "note"),
        ({"note": ["x"]}, "note"),
        ({"key": ""}, "key"),
        ({"key": "x" * 65}, "key"),
        ({"key": "a\0b"}, "key"),
        ({"key": "a\nb"}, "key"),
        ({"key": "\ud800"}, "key"),
        ({"key": []}, "key"),
        ({"ago_ms": -1}, "ago_ms"),
        ({"ago_ms": "1"}, "ago_ms"),
        ({"ago_ms": 1.5}, "ago_ms"),
        ({"ago_ms": True}, "ago_ms"),
        ({"ago_ms": 366 * 86_400_000 + 1}, "ago_ms"),
        ({"ago_ms": 10**40}, "ago_ms"),
        ({"shown_ms": -1}, "shown_ms"),
        ({"shown_ms": "1"}, "shown_ms"),
        ({"shown_ms": 1.5}, "shown_ms"),
        ({"shown_ms": False}, "shown_ms"),
        ({"shown_ms": 2**31}, "shown_ms"),
    ],
)
def test_what_is_wrong_is_refused_by_name(client_of, change, field: str) -> None:
    _, (one, _) = opened_campaign(pairs=3)
    body = {"seat": str(claim(one)[0].public_id), "kind": "other", "note": "", **change}
    answer = post(client_of(one), **body)
    assert (answer.status_code, list(answer.json())) == (400, [field])


def test_a_foreign_seat_is_404(client_of) -> None:
    _, (one, two) = opened_campaign(pairs=3)
    assert post(client_of(two), seat=str(claim(one)[0].public_id), kind="other").status_code == 404


def test_a_key_makes_repeating_safe(client_of) -> None:
    _, (one, _) = opened_campaign(pairs=3)
    seat = str(claim(one)[0].public_id)
    body = {"seat": seat, "kind": "question", "note": "?", "key": "k", "ago_ms": 40, "shown_ms": 5}
    answers = [post(client_of(one), **body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert (Problem.objects.count(), WorkEvent.objects.get().key) == (1, "k")


def test_a_key_of_something_else_is_refused_by_name(client_of) -> None:
    _, (one, _) = opened_campaign(pairs=3)
    body = {"seat": str(claim(one)[0].public_id), "key": "k"}
    post(client_of(one), kind="question", note="?", **body)
    answer = post(client_of(one), kind="other", **body)
    assert (answer.status_code, list(answer.json())) == (400, ["key"])


def test_the_longest_note_fits(client_of) -> None:
    _, (one, _) = opened_campaign(pairs=3)
    answer = post(client_of(one), seat=str(claim(one)[0].public_id), kind="question", note="ü" * 1000)
    assert (answer.status_code, Problem.objects.get().note) == (201, "ü" * 1000)


@pytest.mark.parametrize("note", [{}, {"note": ""}, {"note": "  "}])
def test_a_question_without_words_is_none(client_of, note) -> None:
    _, (one, _) = opened_campaign(pairs=3)
    answer = post(client_of(one), seat=str(claim(one)[0].public_id), kind="question", **note)
    assert (answer.status_code, answer.json()) == (400, {"note": ["enter the question"]})
    assert not Problem.objects.exists()
