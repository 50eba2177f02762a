"""NUL and other control characters, in the address, in forms and in JSON: never an error of the server."""

from __future__ import annotations

import logging

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse

from tests.factories import make_admin
from tests.test_access import ACCESS, ROLES, answers_in, ask, body_of, kwargs_for, made, world  # noqa: F401  # fixtures

pytestmark = [pytest.mark.django_db, pytest.mark.long]
ROUTES = sorted({name for name, _ in ACCESS})
POSTS = sorted(name for name, method in ACCESS if method == "post")
CHARACTERS = ("%00", "%01", "%0a", "%1f", "%7f", "%C2%80", "%c2%9F")
BESIDE = ["/nothing/", "/static/site.css", "/admin/", "/admin/annotator/user/", "/clips/x.gif", "/api/v1/nothing/"]
TAKEN = {200, 201, 302}
SCHEMA = "/api/schema/?version=%00"


class Sender(Client):
    """Asks the middlewares and views alone: what Django's test client does around them takes longer than a refusal."""

    def request(self, **request: object) -> HttpResponseBase:
        """The answer, without cookies and templates kept of it, or signals sent."""
        if self.handler._middleware_chain is None:
            self.handler.load_middleware()
        asked = WSGIRequest(self._base_environ(**request))
        asked._dont_enforce_csrf_checks = True
        return self.handler.get_response(asked)


def sender_of(role: str, people) -> Sender:
    """The same browser for thousands of requests that are refused."""
    sender = Sender()
    sender.cookies = client_of(role, people).cookies
    return sender


def client_of(role: str, people) -> Client:
    """A browser of the role; what fails inside is answered with 500, as in production."""
    client = Client(raise_request_exception=False)
    if role != "anonymous":
        client.force_login(people[role], settings.AUTHENTICATION_BACKENDS[-1])
    return client


def in_path(address: str) -> list[str]:
    """The address with a control character in each of its parts, and at its end."""
    parts = address.split("/")
    places = [place for place, part in enumerate(parts) if part]
    spoilt = [[*parts[:place], parts[place] + "%00", *parts[place + 1 :]] for place in places]
    return ["/".join(words) for words in spoilt] + [address + character for character in CHARACTERS]


def behind(address: str) -> list[str]:
    return [
        f"{address}?{query}"
        for query in ("version=%00", "%00=1", "next=/%00", "q=a+%0ab", "campaign=films&page=%C2%85")
    ]


@pytest.fixture(scope="module")
def addresses(made) -> list[str]:  # noqa: F811
    """An address of each route; what it is made about is put back at once."""
    found = []
    for name in ROUTES:
        with transaction.atomic():
            found.append(reverse(name, kwargs=kwargs_for(name, made[2])))
            transaction.set_rollback(True)
    return found


@pytest.mark.once
@pytest.mark.parametrize("role", ["anonymous", "annotator", "lead", "admin"])
def test_a_control_character_in_any_address_is_404_and_behind_it_400(world, addresses, role, caplog) -> None:  # noqa: F811
    _, people, _ = world
    caplog.set_level(logging.CRITICAL, "django.request")  # a line each would take as long as the answers
    sender = sender_of(role, people)
    for address in addresses + BESIDE:
        for method in ("GET", "POST"):
            assert {sender.generic(method, path).status_code for path in in_path(address)} == {404}, address
            assert {sender.generic(method, path).status_code for path in behind(address)} == {400}, address


@pytest.mark.once
@pytest.mark.parametrize("address", ["/clips/x%00.gif", "/posters/%00.jpg", "/c/films/people/%00/", SCHEMA])
@pytest.mark.parametrize("role", ROLES)
def test_what_was_an_error_of_the_server_is_the_senders(world, role, address) -> None:  # noqa: F811
    _, people, _ = world
    answer = client_of(role, people).get(address)
    assert answer.status_code == (400 if "?" in address else 404)
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_the_api_says_so_in_json() -> None:
    assert "control characters" in Client().get(SCHEMA).json()["detail"]
    assert "control characters" in Client().get("/api/v1/scores/%00").json()["detail"]


def test_what_is_no_control_character_passes() -> None:
    for query in ("?version=%2500", "?version=%E2%80%A8", "?version=%F0%9F%98%80", "?version=a%20b+c", "?version=%ff"):
        assert Client().get(f"/api/schema/{query}").status_code == 200, query


def test_a_tab_that_is_pasted_into_a_search_is_no_fault() -> None:
    make_admin()
    assert Client().get("/sign-in/?next=a%09b").status_code == 200


@pytest.mark.parametrize("name", ["sessionid", "csrftoken"])
def test_nul_in_a_cookie_is_never_an_error_of_the_server(name) -> None:
    make_admin()
    client = Client(raise_request_exception=False, headers={"Cookie": f'{name}="\\000aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"'})
    assert [client.get(path).status_code for path in ("/sign-in/", "/api/v1/me/")] == [200, 401]


def sender(name: str) -> str:
    """Somebody who is let through there."""
    taken = [role for role, status in zip(ROLES, answers_in(name, "post"), strict=True) if status in TAKEN]
    return next((role for role in ("annotator", "lead", "outsider") if role in taken), "admin")


@pytest.mark.parametrize("name", POSTS)
def test_nul_in_a_field_of_a_form_or_of_json_is_never_an_error_of_the_server(world, name) -> None:  # noqa: F811
    _, people, seat = world
    url = reverse(name, kwargs=kwargs_for(name, seat))
    body = body_of(name, people, seat)
    client = client_of(sender(name), people)
    for field in {*body, "reason", "note", "text", "person"}:
        if hasattr(body.get(field), "read"):
            continue
        with transaction.atomic():
            answer = ask(client, "post", url, name, {**body, field: f"{body.get(field, '')}\0"})
            transaction.set_rollback(True)
        assert answer.status_code < 500, (name, field)
