"""Wrong passwords: who must wait, who need not, for how long, and who lets them in again."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.test import Client
from django.utils import timezone

from annotator.models import User
from annotator.people.services.lockouts import unlock_person
from annotator.people.services.people import issue_token
from consensus.sweep.services import settle_campaigns
from moments.models import LedgerEntry
from tests.factories import NOW, PASSWORD, make_admin, make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db
LAB = "198.51.100.7"
HOME = "198.51.100.8"


def on_the_page(username: str, password: str, address: str = LAB, **headers: str):
    sent = {"username": username, "password": password}
    return Client(REMOTE_ADDR=address, headers=headers).post("/sign-in/", sent)


def on_the_desk(username: str, password: str, address: str = LAB, **headers: str):
    sent = {"worker_id": username, "password": password}
    client = Client(REMOTE_ADDR=address, headers=headers)
    return client.post("/api/v1/session/", sent, content_type="application/json")


def in_the_administration(username: str, password: str, address: str = LAB, **headers: str):
    sent = {"username": username, "password": password}
    return Client(REMOTE_ADDR=address, headers=headers).post("/admin/login/", sent)


WAYS = {on_the_page: 302, on_the_desk: 200, in_the_administration: 302}


def mistype(ask, username: str, times: int = 5, address: str = LAB) -> list[int]:
    return [ask(username, "wrong", address, **{"User-Agent": f"browser {n}"}).status_code for n in range(times)]


@pytest.mark.parametrize(("ask", "inside"), WAYS.items())
def test_five_wrong_passwords_lock_the_person_at_that_address_alone(ask, inside: int) -> None:
    make_admin("typist")
    make_admin("neighbour")
    assert mistype(ask, "typist")[-2:] == [403 if ask is on_the_desk else 200, 429]
    assert ask("typist", PASSWORD).status_code == 429
    assert ask("neighbour", PASSWORD).status_code == inside
    assert ask("typist", PASSWORD, HOME).status_code == inside


def test_the_ways_in_share_one_count() -> None:
    make_user("typist")
    assert mistype(on_the_page, "typist", 4) == [200] * 4
    assert on_the_desk("typist", "wrong").status_code == 429
    assert on_the_page("typist", PASSWORD).status_code == 429


def test_the_page_shows_how_long_to_wait_and_trying_does_not_make_it_longer() -> None:
    make_user("typist")
    mistype(on_the_page, "typist")
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=10, seconds=30))
    page, desk = on_the_page("typist", "again"), on_the_desk("typist", PASSWORD)
    assert "Wait 5 minutes" in page.content.decode()
    assert (desk.json()["detail"].partition(". ")[2], desk["Retry-After"]) == ("Wait 5 minutes, then try again.", "300")
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=15, seconds=1))
    assert on_the_page("typist", PASSWORD).status_code == 302


def test_the_right_password_forgets_the_wrong_ones() -> None:
    make_user("typist")
    for _ in range(3):
        assert mistype(on_the_page, "typist", 4) == [200] * 4
        assert on_the_page("typist", PASSWORD).status_code == 302


def test_a_header_that_a_client_writes_does_not_change_its_address(settings) -> None:
    make_user("typist")
    for place in range(5):
        on_the_page("typist", "wrong", **{"X-Forwarded-For": f"203.0.113.{place}"})
    assert on_the_page("typist", PASSWORD, **{"X-Forwarded-For": "203.0.113.99"}).status_code == 429
    settings.PROXIES = 1
    assert on_the_page("typist", PASSWORD, **{"X-Forwarded-For": HOME}).status_code == 302
    assert on_the_page("typist", PASSWORD, **{"X-Forwarded-For": f"{HOME}, {LAB}"}).status_code == 429


def test_a_program_with_a_token_goes_on() -> None:
    member = make_member(make_campaign())
    token = issue_token(user=member.user, now=NOW)
    mistype(on_the_page, member.user.username)
    program = Client(REMOTE_ADDR=LAB, headers={"Authorization": f"Token {token}"})
    assert program.get("/api/v1/me/").status_code == 200


def test_an_unknown_worker_id_is_locked_like_a_known_one() -> None:
    assert mistype(on_the_page, "nobody") == [200, 200, 200, 200, 429]


def test_unlocking_lets_the_person_in_and_stands_in_the_ledger() -> None:
    member = make_member(make_campaign())
    name = member.user.username
    assert not unlock_person(member=member, now=NOW, actor="lead")
    mistype(on_the_page, name)
    mistype(on_the_page, name, 5, HOME)
    assert unlock_person(member=member, now=NOW, actor="lead")
    assert [on_the_page(name, PASSWORD, where).status_code for where in (LAB, HOME)] == [302, 302]
    assert LedgerEntry.objects.filter(kind="person_unlocked").count() == 1


def test_a_sweep_forgets_what_closes_nobodys_way_any_more() -> None:
    mistype(on_the_page, "typist", 1)
    settle_campaigns(now=timezone.now() + timedelta(minutes=14))
    assert AccessAttempt.objects.count() == 1
    settle_campaigns(now=timezone.now() + timedelta(minutes=15))
    assert AccessAttempt.objects.count() == 0


def test_no_password_and_no_list_of_sign_ins_is_kept() -> None:
    make_user("typist")
    on_the_page("typist", "canary-wrong")
    on_the_page("typist", PASSWORD)
    on_the_page("canary-name", "canary-wrong")
    kept = [str(row) for row in AccessAttempt.objects.values()]
    assert "canary-wrong" not in "".join(kept)
    assert "csrfmiddlewaretoken=" not in "".join(kept).replace("csrfmiddlewaretoken=***", "")
    assert (AccessLog.objects.count(), AccessFailureLog.objects.count()) == (0, 0)
    assert User.objects.filter(username="canary-name").count() == 0
