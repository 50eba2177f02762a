"""The one way out: requests to hosts that the settings name, at addresses that were looked at before connecting.

No address comes from a person. Each URL is checked against the hosts that the environment allows; its name is
resolved once, every address found is looked at, and the connection goes to one of these very addresses, so that a
name that changes its address in between leads nowhere. Redirects are not followed.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

PART_BYTES = 64 * 1024
PORTS = {"http": 80, "https": 443}
GLOBAL_UNICAST, TRANSLATED = ipaddress.ip_network("2000::/3"), ipaddress.ip_network("64:ff9b::/96")
RESERVED = (ipaddress.ip_network("192.0.0.0/24"), ipaddress.ip_network("3fff::/20"))  # some Pythons call them global


class OutgoingRefused(Exception):
    """The request may not be sent; the message is one line that names the host."""


class OutgoingFailed(Exception):
    """The request was sent but got no usable answer; the message is one line."""


@dataclass(frozen=True, slots=True)
class Way:
    """Where requests may go: `hosts` as `name` (its scheme's own port) or `name:port`.

    Addresses that are not public (loopback, private, link-local, …) only where `private` says so, and then plain
    HTTP too; a public host is asked only over HTTPS.
    """

    hosts: frozenset[str]
    private: bool = False


@dataclass(frozen=True, slots=True)
class OutgoingAnswer:
    """What came back."""

    status: int
    body: bytes
    headers: Mapping[str, str]


def allowed_addresses(url: str, way: Way) -> list[str]:
    """The addresses behind the URL, all of which may be reached; raises OutgoingRefused where one may not."""
    parts = _checked_parts(url, way)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise OutgoingFailed(f"{host}: no address is known for this name") from error
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    public = [is_public(address) for address in addresses]
    if not all(public) and not way.private:
        raise OutgoingRefused(f"{host}: has an address that is not public, which the settings do not allow")
    if parts.scheme == "http" and any(public):
        raise OutgoingRefused(f"{host}: is a public address, where others can read plain http; use https")
    return addresses


def is_public(address: str) -> bool:
    """Whether the address belongs to the public Internet; an IPv4 address inside an IPv6 one is looked at itself."""
    ip = ipaddress.ip_address(address.split("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is not None:
            ip = inner
        elif ip in TRANSLATED:
            ip = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        elif ip not in GLOBAL_UNICAST:  # site-local, IPv4-compatible, local translation: this machine, or its network
            return False
    return ip.is_global and not ip.is_multicast and not any(ip in part for part in RESERVED)


def send(
    url: str,
    way: Way,
    *,
    method: str = "GET",
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
    timeout_s: float = 30.0,
    most_bytes: int = 8 * 1024 * 1024,
) -> OutgoingAnswer:
    """One request, whatever status it is answered with but a redirect.

    Raises OutgoingRefused for a URL that may not be asked and OutgoingFailed for no answer, a redirect and an answer
    of more than `most_bytes`. `timeout_s` bounds each wait for the network.
    """
    addresses = allowed_addresses(url, way)
    parts = urlsplit(url)
    host = parts.hostname or ""
    connection = _connection(parts, addresses, timeout_s)
    try:
        connection.request(method, _target(parts), body=body, headers=dict(headers or {}))
        response = connection.getresponse()
        content = _read(response, most_bytes, host)
    except (OSError, http.client.HTTPException) as error:
        raise OutgoingFailed(f"{host}: no answer ({type(error).__name__})") from error
    finally:
        connection.close()
    if 300 <= response.status < 400:
        raise OutgoingFailed(f"{host}: answered with a redirect; redirects are not followed")
    return OutgoingAnswer(response.status, content, dict(response.getheaders()))


class _Plain(http.client.HTTPConnection):
    """Connects to addresses that were looked at, whatever the name means by now."""

    addresses: list[str]

    def connect(self) -> None:
        """The first address that answers."""
        self.sock = _first(self.addresses, self.port, self.timeout)


class _Secure(http.client.HTTPSConnection):
    """The same over TLS; the certificate must be the name's."""

    addresses: list[str]
    tls: ssl.SSLContext

    def connect(self) -> None:
        """The first address that answers, then the handshake."""
        plain = _first(self.addresses, self.port, self.timeout)
        try:
            self.sock = self.tls.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise


def _connection(parts: SplitResult, addresses: list[str], timeout_s: float) -> http.client.HTTPConnection:
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    if parts.scheme == "http":
        plain = _Plain(host, port, timeout=timeout_s)
        plain.addresses = addresses
        return plain
    tls = ssl.create_default_context()
    secure = _Secure(host, port, timeout=timeout_s, context=tls)
    secure.addresses, secure.tls = addresses, tls
    return secure


def _first(addresses: list[str], port: int, timeout_s: float | None) -> socket.socket:
    problem: OSError = OSError("no address")
    for address in addresses:
        try:
            return socket.create_connection((address, port), timeout_s)
        except OSError as error:
            problem = error
    raise problem


def _checked_parts(url: str, way: Way) -> SplitResult:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise OutgoingRefused("the address is not a URL") from error
    if parts.scheme not in PORTS or not parts.hostname or parts.username is not None or parts.password is not None:
        raise OutgoingRefused("expected https://host/… without a user name or password")
    allowed = (
        {parts.hostname, f"{parts.hostname}:{PORTS[parts.scheme]}"} if port in (None, PORTS[parts.scheme]) else set()
    )
    if way.hosts.isdisjoint(allowed | {f"{parts.hostname}:{port}"}):
        raise OutgoingRefused(f"{parts.hostname}: is not one of the hosts that the settings allow")
    return parts


def _target(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _read(response: http.client.HTTPResponse, most_bytes: int, host: str) -> bytes:
    content = bytearray()
    while part := response.read(PART_BYTES):
        content += part
        if len(content) > most_bytes:
            raise OutgoingFailed(f"{host}: answered with more than {most_bytes:,} bytes")
    return bytes(content)
