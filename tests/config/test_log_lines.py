"""What the server's log says of links and refusals."""

import importlib
import logging
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from annotator.joining.services.invites import make_invite
from annotator.models import Standing
from annotator.people.services.resets import make_reset_link
from config.monitoring.log_lines import PlainLines
from tests.factories import make_admin, make_campaign, make_member


@pytest.mark.django_db
def test_a_link_that_is_over_is_logged_without_its_secret(caplog) -> None:
    member, then = make_member(make_campaign()), timezone.now() - timedelta(days=9)
    invite = make_invite(campaign=member.campaign, uses=1, days=1, note="", now=then, actor="lead")
    reset = make_reset_link(member=member, issuer=make_admin(), now=then, actor="admin")
    tokens = {"join": invite.token, "reset": reset}
    for page, token in tokens.items():
        assert Client().get(f"/{page}/{token}/").status_code == 410
        assert Client(enforce_csrf_checks=True).post(f"/{page}/{token}/").status_code == 403
    assert "Gone: /join/***/" in caplog.text
    assert "Gone: /reset/***/" in caplog.text
    assert "CSRF cookie not set.): /join/***/" in caplog.text
    assert [token for token in tokens.values() if token in caplog.text] == []


@pytest.mark.django_db
def test_a_suspended_person_is_one_line_without_a_traceback(caplog) -> None:
    client = Client()
    client.force_login(make_member(make_campaign(), standing=Standing.SUSPENDED).user)
    assert client.get("/c/films/score/").status_code == 403
    records = [record for record in caplog.records if record.name == "django.request"]
    assert [(record.getMessage(), record.exc_info) for record in records] == [
        ("Forbidden (Permission denied): /c/films/score/", None)
    ]


@pytest.mark.parametrize(
    ("message", "args", "logged"),
    [
        ('"%s" %s', ("GET /reset/se-cr_et/ HTTP/1.1", "200"), '"GET /reset/***/ HTTP/1.1" 200'),
        (
            '%(r)s "%(f)s"',
            {"r": "POST /join/abc?x=1", "f": "http://a/join/abc/"},
            'POST /join/***?x=1 "http://a/join/***/"',
        ),
        ("/c/films/people/w-1/reset/ 100%", (), "/c/films/people/w-1/reset/ 100%"),
    ],
)
def test_secrets_are_masked_wherever_they_stand(message: str, args, logged: str) -> None:
    record = logging.LogRecord("any", logging.INFO, "", 0, message, (args,) if isinstance(args, dict) else args, None)
    assert (PlainLines().filter(record), record.getMessage()) == (True, logged)


@pytest.mark.parametrize("name", ["gunicorn.access", "gunicorn.error"])
def test_the_server_that_serves_us_masks_them_too(name: str) -> None:
    importlib.import_module("config.wsgi")
    record = logging.LogRecord(name, logging.INFO, "", 0, "GET /join/abc/ HTTP/1.1", (), None)
    assert (bool(logging.getLogger(name).filter(record)), record.getMessage()) == (True, "GET /join/***/ HTTP/1.1")
