"""API tokens: made, shown once, bounded in scope and time, revoked, in the ledger."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import timezone

from annotator.models import ApiToken
from annotator.people.secret_links import digest_of
from annotator.people.services.tokens import make_token, revoke_token
from moments.base.errors import BadInput
from tests.factories import make_user, opened_campaign

pytestmark = pytest.mark.django_db


def made(user, *, scope: str = "full", days: int | None = 1, label: str = "script") -> tuple[ApiToken, dict[str, str]]:
    """The row, and the header that a program sends."""
    token = make_token(user=user, label=label, scope=scope, days=days, now=timezone.now(), actor=user.username)
    return token.row, {"Authorization": f"Token {token.secret}"}


@pytest.fixture
def member():
    return opened_campaign(people=1, pairs=3)[1][0]


def claimed(headers: dict[str, str]) -> int:
    return (
        Client()
        .post("/api/v1/seats/claim/", {"count": 1}, content_type="application/json", headers=headers)
        .status_code
    )


def test_a_token_is_kept_as_its_digest_alone(member):
    row, headers = made(member.user)
    secret = headers["Authorization"].split()[1]

    assert row.digest == digest_of(secret)
    assert secret not in json.dumps(list(ApiToken.objects.values()), default=str)


def test_a_full_token_works_and_says_on_which_day_it_was_used(member, django_assert_num_queries):
    row, headers = made(member.user)

    assert claimed(headers) == 200
    row.refresh_from_db()
    assert row.last_used_on == timezone.now().date()


def test_a_reading_token_reads_and_writes_nothing(member):
    _, headers = made(member.user, scope="read")

    assert Client().get("/api/v1/me/", headers=headers).status_code == 200
    for path in ("seats/claim", "scores", "problems", "news"):
        answer = Client().post(f"/api/v1/{path}/", {}, content_type="application/json", headers=headers)
        assert (answer.status_code, answer.json()) == (403, {"detail": "the token is read-only"}), path
    assert not member.seats.filter(state="held").exists()


def test_a_token_that_is_over_revoked_or_made_up_opens_nothing(member):
    over, old = made(member.user)
    ApiToken.objects.filter(pk=over.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    revoked, gone = made(member.user)
    assert revoke_token(token=revoked, now=timezone.now(), actor="admin")
    assert not revoke_token(token=revoked, now=timezone.now(), actor="admin")

    assert [claimed(old), claimed(gone), claimed({"Authorization": "Token x"})] == [401, 401, 401]


def test_a_closed_account_gets_no_token_and_its_tokens_open_nothing(member):
    _, headers = made(member.user)
    member.user.is_active = False
    member.user.save()

    assert claimed(headers) == 401
    with pytest.raises(BadInput, match="is closed"):
        made(member.user)


def test_making_and_revoking_stand_in_the_ledger_by_pseudonym(member):
    row, _ = made(member.user, scope="read", label="a label")
    revoke_token(token=row, now=timezone.now(), actor="admin")

    entries = list(member.campaign.ledger.filter(kind__startswith="token_").order_by("number"))
    assert [(entry.kind, entry.actor) for entry in entries] == [
        ("token_made", member.pseudonym),
        ("token_revoked", "admin"),
    ]
    assert json.loads(entries[0].payload) == {"person": member.pseudonym, "scope": "read", "token": row.pk}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"scope": "all"}, "scope: expected full or read"),
        ({"days": 0}, "days: expected 1 to 730"),
        ({"label": "x" * 61}, "label: expected at most 60"),
        ({"label": "a\nb"}, "label: expected at most 60 printable"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(fields, message):
    with pytest.raises(BadInput, match=message):
        made(make_user(), **fields)


def test_an_account_has_twenty_tokens_at_most():
    user = make_user()
    for _ in range(20):
        made(user)

    with pytest.raises(BadInput, match="has 20 tokens"):
        made(user)


def test_the_command_prints_the_token_once(member):
    out = StringIO()
    call_command("make_token", member.user.username, label="cron", stdout=out)

    token = ApiToken.objects.get()
    assert (token.digest, token.scope, token.label) == (digest_of(out.getvalue().strip()), "read", "cron")
    with pytest.raises(CommandError, match="there is no account 'nobody'"):
        call_command("make_token", "nobody")
