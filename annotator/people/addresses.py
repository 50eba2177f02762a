"""Finds out where a request comes from, as far as proxies can be trusted, as a pure function."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Network, ip_address

UNKNOWN = "0.0.0.0"  # noqa: S104  (nothing is bound to it)


def client_address(*, remote: str, forwarded: str, proxies: int) -> str:
    """The address under which failures are counted: an IPv4 address, or the first of an IPv6 /64 network.

    `remote` is the peer of the connection, `forwarded` the X-Forwarded-For header, of which the last `proxies`
    entries were written by our own proxies; the rest is what the client claims and is never read. Whoever has
    an IPv6 address has 2^64 of them, hence the network.
    """
    entries = [entry.strip() for entry in forwarded.split(",")] if forwarded else []
    chosen = entries[-proxies] if 0 < proxies <= len(entries) else remote
    return _counted(chosen) or _counted(remote) or UNKNOWN


def _counted(text: str) -> str:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False).network_address)
