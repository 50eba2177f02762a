"""POST /api/v1/session/: signing in without leaving the page."""

import logging

import pytest
from django.test import Client

from annotator.models import User
from tests.factories import PASSWORD, make_user, opened_campaign

pytestmark = pytest.mark.django_db
URL = "/api/v1/session/"
WRONG = {"detail": "the worker ID or the password is wrong"}


def post(client, headers=None, **body):
    return client.post(URL, body, content_type="application/json", headers=headers or {})


def checked() -> tuple[Client, dict[str, str]]:
    """A client whose CSRF tokens are checked, with a token as the desk has it."""
    client = Client(enforce_csrf_checks=True)
    client.get("/sign-in/")
    return client, {"X-CSRFToken": client.cookies["csrftoken"].value}


def test_the_right_password_signs_in() -> None:
    _, (one, _) = opened_campaign()
    client = Client()
    answer = post(client, worker_id=one.user.username, password=PASSWORD)
    assert (answer.status_code, answer.json()) == (200, {"worker_id": one.user.username})
    assert client.get("/api/v1/me/").json()["worker_id"] == one.user.username


def test_who_is_signed_in_may_become_somebody_else() -> None:
    _, (one, two) = opened_campaign()
    client = Client()
    client.force_login(one.user)
    assert post(client, worker_id=two.user.username, password=PASSWORD).status_code == 200
    assert client.get("/api/v1/me/").json()["worker_id"] == two.user.username


def test_wrong_passwords_unknown_people_and_closed_accounts_are_refused_in_the_same_words() -> None:
    user = make_user("w-open")
    closed = make_user("w-closed")
    User.objects.filter(pk=closed.pk).update(is_active=False)
    client = Client()
    answers = [
        post(client, worker_id=user.username, password="wrong"),
        post(client, worker_id="w-nobody", password=PASSWORD),
        post(client, worker_id=closed.username, password=PASSWORD),
        post(client, worker_id=closed.username, password="wrong"),
    ]
    assert [(answer.status_code, answer.json()) for answer in answers] == [(403, WRONG)] * 4
    assert client.get("/api/v1/me/").status_code == 401


def test_a_stale_session_or_a_wrong_token_does_not_stand_in_the_way() -> None:
    user = make_user()
    client = Client(headers={"Authorization": "Token nonsense"})
    client.cookies["sessionid"] = "gone"
    assert post(client, worker_id=user.username, password=PASSWORD).status_code == 200


@pytest.mark.parametrize("signed_in", [False, True])
def test_the_csrf_token_is_always_asked_for(signed_in: bool) -> None:
    user = make_user()
    client, header = checked()
    if signed_in:
        client.force_login(user)
    refused = post(client, worker_id=user.username, password=PASSWORD)
    assert (refused.status_code, refused["Content-Type"]) == (403, "application/json")
    assert refused.json()["detail"].startswith("CSRF Failed")
    assert post(client, {"X-CSRFToken": "x" * 32}, worker_id=user.username, password=PASSWORD).status_code == 403
    assert post(client, header, worker_id=user.username, password=PASSWORD).status_code == 200


def test_the_token_is_a_new_one_afterwards() -> None:
    user = make_user()
    client, header = checked()
    before = client.cookies["csrftoken"].value
    assert post(client, header, worker_id=user.username, password=PASSWORD).status_code == 200
    assert client.cookies["csrftoken"].value != before


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"worker_id": None}, "worker_id"),
        ({"worker_id": ""}, "worker_id"),
        ({"worker_id": ["w"]}, "worker_id"),
        ({"worker_id": {"w": 1}}, "worker_id"),
        ({"worker_id": True}, "worker_id"),
        ({"worker_id": "w" * 41}, "worker_id"),
        ({"worker_id": "w\0"}, "worker_id"),
        ({"worker_id": "\ud800"}, "worker_id"),
        ({"password": None}, "password"),
        ({"password": ""}, "password"),
        ({"password": []}, "password"),
        ({"password": True}, "password"),
        ({"password": "x" * 4097}, "password"),
        ({"password": "x\0"}, "password"),
        ({"password": "\ud800"}, "password"),
    ],
)
def test_what_is_wrong_is_refused_by_name(change, field: str) -> None:
    answer = post(Client(), **{"worker_id": "w", "password": "p", **change})
    assert (answer.status_code, list(answer.json())) == (400, [field])


def test_what_is_missing_is_named() -> None:
    answer = post(Client())
    assert (answer.status_code, sorted(answer.json())) == (400, ["password", "worker_id"])


@pytest.mark.parametrize("body", ["", "{", "[]", "3", "null", '"x"', "\x00", "[" * 100_000])
def test_a_body_that_is_no_object_is_400(body: str) -> None:
    assert Client().post(URL, body, content_type="application/json").status_code == 400


def test_other_methods_and_types_are_refused() -> None:
    client = Client()
    assert [getattr(client, method)(URL).status_code for method in ("get", "put", "patch", "delete")] == [405] * 4
    assert client.post(URL, {"worker_id": "w", "password": "p"}).status_code == 415
    assert client.post(URL, "x", content_type="text/plain").status_code == 415


def test_a_space_at_the_end_belongs_to_the_password() -> None:
    user = make_user()
    user.set_password(f" {PASSWORD} ")
    user.save()
    assert post(Client(), worker_id=user.username, password=PASSWORD).status_code == 403
    assert post(Client(), worker_id=user.username, password=f" {PASSWORD} ").status_code == 200


def test_no_log_holds_a_password(caplog) -> None:
    user = make_user()
    caplog.set_level(logging.DEBUG)
    for password in ("canary-wrong", PASSWORD):
        post(Client(), worker_id=user.username, password=password)
    post(Client(), worker_id=user.username, password=["canary-wrong"])
    assert "canary-wrong" not in caplog.text
    assert PASSWORD not in caplog.text


def test_signing_in_as_a_pair_of_numbers_is_no_error() -> None:
    assert post(Client(), worker_id=7, password=7).status_code == 403
