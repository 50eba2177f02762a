"""The first account of an empty platform: created once, by somebody who can read the server's log."""

from __future__ import annotations

import logging

import pytest
from django.test import Client

from annotator.models import User
from annotator.people.selectors.first_admin import setup_code
from annotator.people.services.first_admin import NotEmpty, log_setup_code, make_first_admin
from tests.factories import make_user

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"


def sent(**changes: str) -> dict[str, str]:
    return {"code": setup_code(), "worker_id": "boss", "new_password1": PASSWORD, "new_password2": PASSWORD, **changes}


def test_whoever_knows_the_code_becomes_the_admin_and_is_signed_in(client: Client, caplog) -> None:
    log_setup_code.cache_clear()
    assert client.get("/", follow=True).redirect_chain[-1] == ("/first-admin/", 302)
    (line,) = [line.getMessage() for line in caplog.records if line.name == "reelevance.setup"]
    assert line.endswith(setup_code())

    answer = client.post("/first-admin/", sent(code=setup_code().replace("-", " ").lower()), follow=True)

    assert answer.redirect_chain == [("/", 302)]
    assert [(user.username, user.is_admin) for user in User.objects.all()] == [("boss", True)]
    assert b"There is no campaign yet" in answer.content
    assert User.objects.get().check_password(PASSWORD)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"code": "AAAA-AAAA-AAAA-AAAA-AAAA"}, "The setup code is wrong"),
        ({"code": ""}, "The setup code is wrong"),
        ({"worker_id": "a b"}, "Worker ID: use letters"),
        ({"new_password2": "another one of these"}, "didn’t match"),
        ({"new_password1": "12345678", "new_password2": "12345678"}, "entirely numeric"),
    ],
)
def test_a_wrong_form_creates_nobody_and_says_why(client: Client, changes: dict[str, str], problem: str) -> None:
    answer = client.post("/first-admin/", sent(**changes))
    assert answer.status_code == 400
    assert problem in answer.content.decode()
    assert not User.objects.exists()


def test_the_page_and_the_code_are_over_once_anybody_has_an_account(client: Client) -> None:
    make_user("somebody")
    for answer in (client.get("/first-admin/"), client.post("/first-admin/", sent())):
        assert (answer.status_code, answer["Location"]) == (302, "/sign-in/")
    assert client.get("/sign-in/").status_code == 200
    with pytest.raises(NotEmpty):  # both read the page before
        make_first_admin(worker_id="boss", secret="x")
    assert User.objects.count() == 1


def test_the_code_belongs_to_the_platform(settings) -> None:
    here = setup_code()
    settings.SECRET_KEY = "another" * 8
    assert setup_code() != here
    assert logging.getLogger("reelevance").getEffectiveLevel() <= logging.WARNING
