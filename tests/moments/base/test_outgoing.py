"""Requests leave for allowed hosts alone, never to an address that was not looked at."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from moments.base.outgoing import OutgoingFailed, OutgoingRefused, Way, allowed_addresses, is_public, send

NOT_PUBLIC = [
    "127.0.0.1",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "::1",
    "fe80::1%eth0",
    "fd00::1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "fec0::1",
    "::7f00:1",
    "::ffff:0:7f00:1",
    "64:ff9b:1::a00:1",
    "3fff::1",
    "192.0.0.8",
]


class Endpoint(BaseHTTPRequestHandler):
    """Tells which path was asked, or sends away."""

    def do_POST(self) -> None:
        asked.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(302 if self.path == "/away" else 200)
        self.send_header("Location", "http://169.254.169.254/")
        self.end_headers()
        self.wfile.write(b"x" * (5000 if self.path == "/long" else 5))

    def log_message(self, *args: object) -> None:
        pass


asked: list[tuple[str, bytes]] = []


@pytest.fixture
def place() -> Iterator[int]:
    asked.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield server.server_port
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_addresses_inside_are_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_addresses_outside_are_public(address):
    assert is_public(address)


def test_an_allowed_host_inside_is_asked_where_the_settings_say_so(place):
    way = Way(frozenset({f"127.0.0.1:{place}"}), private=True)

    answer = send(f"http://127.0.0.1:{place}/v1?a=1", way, method="POST", body=b"{}")

    assert (answer.status, answer.body) == (200, b"xxxxx")
    assert asked == [("/v1?a=1", b"{}")]


def test_a_host_inside_is_not_asked_without_that(place):
    with pytest.raises(OutgoingRefused, match=r"127\.0\.0\.1: has an address that is not public"):
        send(f"http://127.0.0.1:{place}/", Way(frozenset({f"127.0.0.1:{place}"})), method="POST", body=b"")
    assert asked == []


def test_a_redirect_is_not_followed(place):
    with pytest.raises(OutgoingFailed, match="redirect"):
        send(f"http://127.0.0.1:{place}/away", Way(frozenset({f"127.0.0.1:{place}"}), True), method="POST", body=b"")
    assert len(asked) == 1


def test_a_long_answer_is_cut_off(place):
    way = Way(frozenset({f"127.0.0.1:{place}"}), True)
    with pytest.raises(OutgoingFailed, match="more than 100 bytes"):
        send(f"http://127.0.0.1:{place}/long", way, method="POST", body=b"", most_bytes=100)


def test_a_name_that_changes_its_address_leads_to_the_one_that_was_looked_at(place, monkeypatch):
    """DNS rebinding: the second look-up would give another address; there is none."""
    looked_up = []

    def changing(host, port, *args, **kwargs):
        if host != "model.example.org":
            return real(host, port, *args, **kwargs)
        looked_up.append(host)
        address = "127.0.0.1" if len(looked_up) == 1 else "127.0.0.2"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    real = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", changing)
    way = Way(frozenset({f"model.example.org:{place}"}), private=True)

    assert send(f"http://model.example.org:{place}/", way, method="POST", body=b"").status == 200
    assert looked_up == ["model.example.org"]


def test_one_address_inside_among_several_is_enough_to_refuse(monkeypatch):
    found = [(2, 1, 6, "", ("8.8.8.8", 443)), (2, 1, 6, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: found)

    with pytest.raises(OutgoingRefused, match="not public"):
        allowed_addresses("https://model.example.org/", Way(frozenset({"model.example.org"})))


@pytest.mark.parametrize(
    "url",
    [
        "https://elsewhere.example.org/",
        "https://model.example.org:8443/",
        "https://model.example.org.evil.example/",
        "https://model.example.org@evil.example/",
        "https://name:word@model.example.org/",
        "file:///etc/passwd",
        "gopher://model.example.org/",
        "//model.example.org/",
        "https://[::1/",
        "",
    ],
)
def test_what_the_settings_do_not_allow_is_refused(url):
    with pytest.raises(OutgoingRefused):
        allowed_addresses(url, Way(frozenset({"model.example.org"})))


def test_a_public_host_is_asked_over_https_alone():
    with pytest.raises(OutgoingRefused, match="use https"):
        allowed_addresses("http://8.8.8.8/", Way(frozenset({"8.8.8.8"})))
