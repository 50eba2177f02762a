"""Failed sign-ins of one address across names: how many are looked at, who must wait, who need not."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.test import Client
from django.utils import timezone

from consensus.sweep.services import settle_campaigns
from tests.counted_hasher import CountedHasher
from tests.factories import PASSWORD, make_admin, make_campaign, make_member, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.long]
LAB = "198.51.100.7"
HOME = "198.51.100.8"
BOUND = 40


@pytest.fixture(autouse=True)
def _passwords_are_counted(settings):
    settings.PASSWORD_HASHERS = ["tests.counted_hasher.CountedHasher"]


def on_the_page(username: str, password: str, address: str = LAB):
    return Client(REMOTE_ADDR=address).post("/sign-in/", {"username": username, "password": password})


def on_the_desk(username: str, password: str, address: str = LAB):
    sent = {"worker_id": username, "password": password}
    return Client(REMOTE_ADDR=address).post("/api/v1/session/", sent, content_type="application/json")


def in_the_administration(username: str, password: str, address: str = LAB):
    return Client(REMOTE_ADDR=address).post("/admin/login/", {"username": username, "password": password})


WAYS = {on_the_page: 302, on_the_desk: 200, in_the_administration: 302}


def spray(ask, names: int, address: str = LAB) -> int:
    """How many passwords were looked at when that many names are tried once each."""
    before = CountedHasher.checks
    for number in range(names):
        ask(f"name-{number}", "wrong", address)
    return CountedHasher.checks - before


@pytest.mark.parametrize(("ask", "inside"), WAYS.items())
def test_sixty_names_from_one_address_get_forty_password_checks(ask, inside: int) -> None:
    make_admin("honest")

    assert spray(ask, 60) == BOUND

    before = CountedHasher.checks
    assert ask("honest", PASSWORD).status_code == 429
    assert CountedHasher.checks == before
    assert ask("honest", PASSWORD, HOME).status_code == inside


def test_the_ways_in_share_one_bound() -> None:
    assert [spray(ask, 30) for ask in WAYS] == [30, 10, 0]


def test_an_ipv6_network_is_one_address() -> None:
    make_user("honest")
    for number in range(BOUND):
        on_the_page(f"name-{number}", "wrong", f"2001:db8:1:2::{number:x}")

    assert on_the_page("honest", PASSWORD, "2001:db8:1:2:ffff::1").status_code == 429
    assert on_the_page("honest", PASSWORD, "2001:db8:1:3::1").status_code == 302


def test_a_room_of_sixty_who_arrive_at_once_and_mistype_gets_in() -> None:
    for number in range(60):
        make_user(f"person-{number}")
    mistyped = [on_the_page(f"person-{number}", "wrong").status_code for number in range(13) for _ in range(3)]

    assert mistyped == [200] * (BOUND - 1)
    assert [on_the_page(f"person-{number}", PASSWORD).status_code for number in range(60)] == [302] * 60
    assert AccessAttempt.objects.count() == 0


def test_who_is_signed_in_goes_on_while_their_address_waits() -> None:
    member = make_member(make_campaign())
    client = Client(REMOTE_ADDR=LAB)
    client.force_login(member.user)
    spray(on_the_desk, 60)

    assert client.get("/api/v1/me/").status_code == 200
    assert client.post("/leave/", {"password": PASSWORD}).status_code == 429


def test_the_page_shows_how_long_the_address_waits_and_trying_does_not_make_it_longer() -> None:
    make_user("honest")
    spray(on_the_desk, BOUND)
    first = AccessAttempt.objects.order_by("pk").first()
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=4, seconds=30))
    AccessAttempt.objects.filter(pk=first.pk).update(attempt_time=timezone.now() - timedelta(minutes=10, seconds=30))

    page, desk = on_the_page("honest", PASSWORD), on_the_desk("honest", PASSWORD)

    assert "Too many sign-ins from your network have failed. Wait 5 minutes" in page.content.decode()
    assert "Everyone who is signed in can continue working." in page.content.decode()
    assert desk.json() == {"detail": "Too many sign-ins from your network have failed. Wait 5 minutes, then try again."}
    assert (desk["Retry-After"], desk["Cache-Control"]) == ("300", "no-store")
    AccessAttempt.objects.filter(pk=first.pk).update(attempt_time=timezone.now() - timedelta(minutes=15, seconds=1))
    assert on_the_page("honest", PASSWORD).status_code == 302


def test_rows_of_a_long_attack_are_few_and_go_with_the_next_sweep() -> None:
    spray(on_the_page, 3 * BOUND)
    spray(on_the_desk, 3 * BOUND)
    assert AccessAttempt.objects.count() == BOUND

    settle_campaigns(now=timezone.now() + timedelta(minutes=15))
    assert AccessAttempt.objects.count() == 0


def test_the_log_says_once_that_an_address_waits_and_not_which(caplog) -> None:
    with caplog.at_level(logging.WARNING, "reelevance.sign_in"):
        spray(on_the_desk, 60)

    (line,) = [record.getMessage() for record in caplog.records if record.name == "reelevance.sign_in"]
    assert line.startswith("40 failed sign-ins from one address: the address is blocked for a while.")
    assert LAB not in line


@pytest.mark.parametrize("kind", ["join", "reset"])
def test_made_up_links_close_no_sign_in_for_a_page_elsewhere_could_ask_for_them(kind: str) -> None:
    make_user("honest")
    reader = Client(REMOTE_ADDR=LAB)
    assert {reader.get(f"/{kind}/made-up-{n}/").status_code for n in range(BOUND + 2)} == {404}
    assert on_the_page("honest", PASSWORD).status_code == 302
    assert AccessAttempt.objects.count() == 0


def test_an_admin_lets_an_address_in_again() -> None:
    make_user("honest")
    spray(on_the_desk, 60)
    spray(on_the_desk, 60, HOME)
    client = Client()
    client.force_login(make_admin())

    page = client.get("/operation/addresses/").content.decode()
    assert [page.count(f'value="{address}"') for address in (LAB, HOME)] == [1, 1]
    answer = client.post("/operation/addresses/", {"address": LAB}, follow=True).content.decode()
    assert "People at that address can sign in again now." in answer
    assert [on_the_page("honest", PASSWORD, where).status_code for where in (LAB, HOME)] == [302, 429]
    again = client.post("/operation/addresses/", {"address": LAB}, follow=True).content.decode()
    assert "That address is not blocked." in again


@pytest.mark.parametrize("addresses", [1, 3])
def test_the_page_asks_as_much_for_three_addresses_as_for_one(addresses: int, django_assert_num_queries) -> None:
    for place in range(addresses):
        spray(on_the_desk, BOUND, f"203.0.113.{place}")
    client = Client()
    client.force_login(make_admin())

    with django_assert_num_queries(3):
        client.get("/operation/addresses/")
