"""What attacks on the running platform found, each tried again; docs/security.md lists them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from annotator.models import Score
from annotator.people.services.people import issue_token
from annotator.people.services.resets import make_reset_link
from moments.models import LedgerEntry
from tests.factories import NOW, claim, entry, make_admin, make_lead, opened_campaign

pytestmark = pytest.mark.django_db
HALF, PROBLEM = "\ud800", "contains half a surrogate pair"
NOBODYS = "00000000-0000-0000-0000-000000000000"


@pytest.fixture
def scene():
    """An open campaign, an annotator and a lead."""
    campaign, (member,) = opened_campaign(people=1, pairs=3)
    return campaign, member, make_lead(campaign)


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    ("call", "body", "problem"),
    [
        ("scores", {"scores": [{"seat": HALF, "relevance": 1, "key": "a"}]}, {"scores": [PROBLEM]}),
        ("problems", {"seat": NOBODYS, "kind": HALF}, {"kind": [PROBLEM]}),
        ("seats/claim", {"count": 1, "plays": [HALF]}, {"plays": [PROBLEM]}),
        ("seats/claim", {HALF: 1}, {"detail": f"JSON {PROBLEM}"}),
    ],
)
def test_half_a_surrogate_pair_is_the_senders_error(scene, call, body, problem):
    """It was stored or repeated in the answer, which no encoding can hold: 500."""
    _, member, _ = scene
    token = issue_token(user=member.user, now=timezone.now())

    answer = Client().post(
        f"/api/v1/{call}/", body, content_type="application/json", headers={"Authorization": f"Token {token}"}
    )

    assert (answer.status_code, answer.json()) == (400, problem)


def test_a_score_beside_half_a_surrogate_pair_is_not_half_stored(scene):
    """The answer failed after the other scores of the request were stored: saved, but reported as lost."""
    _, member, _ = scene
    (seat,) = claim(member, 1)

    answer = signed_in(member.user).post(
        "/api/v1/scores/", {"scores": [entry(seat, 3), {"seat": HALF}]}, content_type="application/json"
    )

    assert answer.status_code == 400
    assert not Score.objects.exists()


@pytest.mark.parametrize(
    "path",
    [
        "/c/films/queries/1/",
        "/c/films/queries/",
        "/c/films/problems/",
        "/c/films/runs/",
        "/c/films/review/",
        "/nothing/",
    ],
)
def test_a_page_that_a_lead_leaves_open_is_shown_to_nobody_after_signing_out(scene, path):
    """Back, on a computer that many use, showed captions and ranks to whoever came next (R9)."""
    _, _, lead = scene
    assert "no-store" in signed_in(lead.user).get(path)["Cache-Control"]


@pytest.mark.parametrize("call", ["me", "scores", "news"])
def test_no_cache_between_keeps_what_a_token_is_answered(scene, call):
    _, member, _ = scene
    token = issue_token(user=member.user, now=timezone.now())
    answer = Client().get(f"/api/v1/{call}/", headers={"Authorization": f"Token {token}"})
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")


def test_a_password_that_an_admin_sets_ends_sessions_and_stands_in_the_ledger(scene):
    """It left no trace but in a table that admins can empty, and a link to another password went on working."""
    _, member, _ = scene
    person, boss = signed_in(member.user), signed_in(make_admin())
    secret = make_reset_link(member=member, issuer=make_admin(), now=NOW, actor="admin")
    sent = {"password1": "another good pass phrase", "password2": "another good pass phrase", "set-password": "1"}
    sent |= {"usable_password": "true"}

    assert boss.post(f"/admin/annotator/user/{member.user.pk}/password/", sent).status_code == 302

    member.user.refresh_from_db()
    assert member.user.check_password("another good pass phrase")
    assert person.get("/api/v1/me/").status_code == 401
    assert Client().get(f"/reset/{secret}/").status_code == 410
    last = LedgerEntry.objects.order_by("-number").first()
    assert (last.kind, last.actor) == ("person_password_set", "admin")


@pytest.mark.parametrize(
    ("path", "status"), [("/c/films/review/?after=", 200), ("/c/films/corpus/ranking/?query=", 404)]
)
def test_a_number_of_thousands_of_digits_is_none(scene, path, status):
    """Python refuses to read it: 500, where the server takes so long an address."""
    assert signed_in(make_admin()).get(path + "9" * 5000).status_code == status
