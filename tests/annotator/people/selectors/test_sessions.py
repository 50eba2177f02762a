"""A session and its account are read by prepared statements, and end when they have to."""

from datetime import timedelta

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_campaign, make_member

pytestmark = pytest.mark.django_db
OLDER, NEWER = "django.contrib.auth.backends.ModelBackend", "annotator.people.selectors.sessions.Accounts"


@pytest.fixture
def user():
    return make_member(make_campaign()).user


def is_signed_in(client) -> bool:
    return client.get(reverse("api-me")).status_code == 200


@pytest.mark.parametrize("backend", [OLDER, NEWER])
def test_a_session_lasts_until_its_account_is_closed(client, user, backend):
    client.force_login(user, backend=backend)
    assert is_signed_in(client)
    type(user).objects.update(is_active=False)
    assert not is_signed_in(client)


@pytest.mark.parametrize("backend", [OLDER, NEWER])
def test_a_new_password_ends_the_session_at_once(client, user, backend):
    client.force_login(user, backend=backend)
    user.set_password("another, longer than that")
    user.save()
    assert not is_signed_in(client)


def test_a_session_ends_when_it_expires(client, user):
    client.force_login(user)
    assert is_signed_in(client)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not is_signed_in(client)


def test_a_session_whose_account_is_gone_belongs_to_nobody(client, user):
    client.force_login(user)
    session = client.session
    session["_auth_user_id"] = "987654"
    session.save()
    assert not is_signed_in(client)


def test_a_wrong_password_is_hashed_once(user, monkeypatch, rf, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    hashed = []
    encode = PBKDF2PasswordHasher.encode
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 1)
    monkeypatch.setattr(PBKDF2PasswordHasher, "harden_runtime", lambda *_: None)
    monkeypatch.setattr(
        PBKDF2PasswordHasher, "encode", lambda *given, **more: hashed.append(given) or encode(*given, **more)
    )
    user.set_password("a password")
    user.save()
    hashed.clear()
    assert authenticate(rf.post("/"), username=user.username, password="wrong") is None
    assert len(hashed) == 1
