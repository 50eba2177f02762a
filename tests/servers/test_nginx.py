"""The limits of both nginx templates, on Debian's nginx: who is let through, and what the others are answered."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlencode

import pytest

from tests.factories import PASSWORD, make_user
from tests.rig.ports import free_port
from tests.servers.nginx import Nginx, nginx_before

pytestmark = [pytest.mark.servers, pytest.mark.long]
# Path, method, and how many are let through at once and each second.
LIMITS = {
    "the sign-in page": ("/sign-in/", "GET", 300, 5),
    "signing in": ("/sign-in/", "POST", 180, 1),
    "signing in at the desk": ("/api/v1/session/", "POST", 180, 1),
    "signing in to the administration": ("/admin/login/?next=/admin/", "POST", 180, 1),
    "an admin's own password": ("/admin/password_change/", "POST", 180, 1),
    "leaving": ("/leave/", "POST", 180, 1),
    "an invite": ("/join/a-secret/", "GET", 300, 5),
    "joining": ("/join/a-secret/", "POST", 180, 1),
    "a link to a new password": ("/reset/a-secret/", "GET", 300, 5),
    "a new password": ("/reset/a-secret/", "POST", 180, 1),
    "the schema": ("/api/schema/?format=json", "GET", 60, 1),
    "a path with a slash too many": ("//sign-in/", "POST", 180, 1),
    "a path in other letters": ("/%73ign-in/", "POST", 180, 1),
    "a path by a detour": ("/c/../sign-in/", "POST", 180, 1),
}
SIGNED = "/clips/one.mp4?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=00ff"
UNSIGNED = "/clips/one.mp4"


class Platform(BaseHTTPRequestHandler):
    """Stands in for the platform: 200 for everything, and a lockout of its own where the path asks for one."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        locked = self.path.startswith("/sign-in/?locked")
        body = b'{"detail": "the platform\'s own"}' if locked else b"the platform"
        self.send_response(429 if locked else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET  # noqa: N815

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def nginx(tmp_path_factory) -> Iterator[Nginx]:
    """nginx before something that answers everything; each test comes from addresses of its own."""
    platform = ThreadingHTTPServer(("127.0.0.1", 0), Platform)
    threading.Thread(target=platform.serve_forever, daemon=True).start()
    with nginx_before(platform.server_address[1], tmp_path_factory.mktemp("nginx")) as running:
        yield running
    platform.shutdown()
    platform.server_close()


@pytest.fixture(scope="module")
def alone(tmp_path_factory) -> Iterator[Nginx]:
    """nginx before nothing: what it lets through is 502."""
    with nginx_before(free_port(), tmp_path_factory.mktemp("alone")) as running:
        yield running


@pytest.mark.parametrize("what", LIMITS)
def test_what_strangers_may_ask_is_limited_by_address(nginx, what: str) -> None:
    path, method, burst, rate = LIMITS[what]
    address, other = (f"198.51.{third}.{list(LIMITS).index(what)}" for third in (100, 101))

    flood = nginx.flood(path, method, count=burst + 60, address=address)

    assert flood.kept_to(burst=burst, rate=rate), (flood.passed(), flood.seconds)
    assert set(flood.statuses) == {200, 429}
    assert nginx.ask(path, method, address=other).status == 200


def test_the_ways_in_share_their_limits(nginx) -> None:
    floods = [
        nginx.flood(path, "POST", count=100, address="198.51.102.1")
        for path in ("/sign-in/", "/api/v1/session/", "/join/a-secret/")
    ]

    seconds = sum(flood.seconds for flood in floods)
    assert 181 <= sum(flood.passed() for flood in floods) <= 184 + seconds


def test_an_ipv6_network_is_one_place(nginx) -> None:
    flood = nginx.flood("/api/schema/", count=120, address="2001:db8:0:a0a::1")

    assert flood.kept_to(burst=60, rate=1)
    again = nginx.flood("/api/schema/", count=60, address="2001:db8:0:a0a:ffff::2")
    assert again.passed() <= 3 + flood.seconds + again.seconds
    assert nginx.ask("/api/schema/", address="2001:db8:0:a0b::1").status == 200
    assert nginx.ask("/api/schema/", address="2001:db8:1:a0a::1").status == 200


@pytest.mark.parametrize("path", ["/api/v1/scores/", "/c/films/score/", "/clips/one.mp4", "/static/page/page.css", "/"])
def test_work_is_not_limited(nginx, path: str) -> None:
    assert nginx.flood(path, "POST", count=700, address="198.51.103.1").passed() == 700


def test_people_see_a_page_that_needs_nothing_of_the_platform(alone) -> None:
    assert set(alone.flood("/sign-in/", "POST", count=220, address="198.51.104.1").statuses) == {502, 429}

    refusal = alone.refused("/sign-in/", "POST", address="198.51.104.1")

    assert refusal.headers["content-type"] == "text/html; charset=utf-8"
    assert (refusal.headers["retry-after"], refusal.headers["cache-control"]) == ("30", "no-store")
    assert "Too many requests came from your network. Wait half a minute" in refusal.body
    (style,) = re.findall("<style>(.*?)</style>", refusal.body, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = dict(rule.split(" ", 1) for rule in refusal.headers["content-security-policy"].split("; "))
    assert (policy["default-src"], policy["style-src"]) == ("'none'", f"'sha256-{digest}'")
    assert re.findall(r"<script|<link|<img|style=|src=", refusal.body) == []


@pytest.mark.parametrize("path", ["/api/schema/", "/api/v1/session/"])
def test_programs_get_json(alone, path: str) -> None:
    alone.flood(path, "POST", count=250, address="198.51.104.2")

    refusal = alone.refused(path, "POST", address="198.51.104.2")

    assert refusal.headers["content-type"] == "application/json"
    assert (refusal.headers["retry-after"], refusal.headers["cache-control"]) == ("30", "no-store")
    assert json.loads(refusal.body) == {
        "detail": "Too many requests came from your network. Wait half a minute, then try again."
    }


def test_a_lockout_of_the_platform_itself_is_passed_on(nginx) -> None:
    answer = nginx.ask("/sign-in/?locked", "POST", address="198.51.105.1")

    assert (answer.status, json.loads(answer.body)) == (429, {"detail": "the platform's own"})


def test_no_log_holds_the_secret_of_a_link_that_was_refused(nginx) -> None:
    for kind in ("join", "reset"):
        assert 429 in nginx.flood(f"/{kind}/canary-secret/", count=420, address="198.51.106.1").statuses
    assert 429 in nginx.flood("/sign-in/?canary-page", count=420, address="198.51.106.1").statuses

    logged = {name: (nginx.folder / name).read_text() for name in ("access.log", "error.log")}
    assert [("canary-secret" in text) for text in logged.values()] == [False, False]
    assert '"GET /sign-in/?canary-page HTTP/1.1" 429' in logged["access.log"]


def test_a_bucket_takes_what_a_room_plays_and_stops_a_flood(alone) -> None:
    flood = alone.flood(SIGNED, count=12_000, address="198.51.107.1", port=alone.s3)
    own = alone.flood(
        UNSIGNED, "POST", count=100, address="198.51.107.2", port=alone.s3, Authorization="AWS4-HMAC-SHA256 x"
    )

    assert flood.kept_to(burst=2000, rate=300), (flood.passed(), flood.seconds)
    assert flood.statuses.count(429) > 0
    assert own.passed() == 100


def test_a_bucket_hardly_answers_who_has_no_signature(alone) -> None:
    flood = alone.flood(UNSIGNED, count=200, address="198.51.107.3", port=alone.s3)

    assert flood.kept_to(burst=20, rate=1), (flood.passed(), flood.seconds)
    assert alone.ask(SIGNED, address="198.51.107.3", port=alone.s3).status == 502
    refusal = alone.refused(UNSIGNED, address="198.51.107.3", port=alone.s3)
    assert refusal.headers["content-type"] == "application/xml"
    assert "<Code>SlowDown</Code>" in refusal.body


@pytest.fixture
def platform(live_server, settings, tmp_path) -> Iterator[Nginx]:
    """nginx before the real platform."""
    settings.PROXIES = 1
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://localhost"]
    with nginx_before(live_server.thread.port, tmp_path) as running:
        yield running


def signs_in(nginx: Nginx, worker_id: str, password: str, address: str) -> int:
    """The status of the sign-in form, sent from its own page."""
    page = nginx.ask("/sign-in/", address=address)
    token = re.search('name="csrfmiddlewaretoken" value="(.*?)"', page.body)[1]
    cookie = page.headers["set-cookie"].partition(";")[0]
    form = urlencode({"username": worker_id, "password": password, "csrfmiddlewaretoken": token})
    headers = {"Cookie": cookie, "Origin": "https://localhost", "Content-Type": "application/x-www-form-urlencoded"}
    return nginx.ask("/sign-in/", "POST", address=address, form=form, **headers).status


def test_a_room_of_sixty_behind_one_address_signs_in_at_once(platform) -> None:
    room = [make_user(f"person-{number}").username for number in range(60)]
    make_user("late")

    def arrive(worker_id: str) -> list[int]:
        mistyped = ["wrong"] if worker_id.endswith("3") else []
        return [signs_in(platform, worker_id, password, "203.0.113.9") for password in (*mistyped, PASSWORD)]

    with ThreadPoolExecutor(8) as people:
        answers = list(people.map(arrive, room))

    assert answers == [[200, 302] if worker_id.endswith("3") else [302] for worker_id in room]


def test_names_tried_from_one_address_close_its_sign_in_and_no_other(platform) -> None:
    make_user("honest")

    tried = [signs_in(platform, f"name-{number}", "wrong", "203.0.113.10") for number in range(45)]

    assert tried == [200] * 39 + [429] * 6
    assert signs_in(platform, "honest", PASSWORD, "203.0.113.10") == 429
    assert signs_in(platform, "honest", PASSWORD, "203.0.113.11") == 302
