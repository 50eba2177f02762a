"""A session that is over takes no newer sign-in with it."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from tests.factories import make_admin

pytestmark = pytest.mark.django_db
COOKIE = settings.SESSION_COOKIE_NAME


@pytest.fixture
def client() -> Client:
    client = Client()
    client.force_login(make_admin(), settings.AUTHENTICATION_BACKENDS[-1])
    return client


@pytest.mark.parametrize(("path", "status"), [("/api/v1/me/", 401), ("/sign-in/", 200), ("/", 302)])
def test_a_request_under_a_session_that_is_over_removes_no_cookie(client, path, status) -> None:
    Session.objects.all().delete()
    answer = client.get(path)
    assert (answer.status_code, COOKIE in answer.cookies) == (status, False)


def test_signing_out_removes_the_cookie(client) -> None:
    assert client.get("/", follow=True).status_code == 200
    answer = client.post("/sign-out/")
    assert answer.cookies[COOKIE]["max-age"] == 0
    assert not Session.objects.exists()
