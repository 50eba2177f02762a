"""Reads how mails are sent, from `EMAIL_URL`, `EMAIL_FROM` and `REELEVANCE_URL`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


class WrongMail(ValueError):
    """A variable that cannot be used, and why."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(problem)
        self.name = name


@dataclass(frozen=True, slots=True)
class Mail:
    """The SMTP server, the sender, and the address of this platform, with which links in mails begin.

    `tls` is none, `starttls` (begun in plain) or `tls` from the first byte.
    """

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    tls: str
    sender: str
    site: str


def read_mail(env: Mapping[str, str]) -> Mail | None:
    """How mails are sent; None if `EMAIL_URL` is not set. Raises WrongMail naming the variable."""
    url = env.get("EMAIL_URL", "")
    if not url:
        return None
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise WrongMail("EMAIL_URL", f"not an address ({error})") from error
    if parts.scheme not in PORTS or not host or parts.path.strip("/") or parts.query or parts.fragment:
        raise WrongMail("EMAIL_URL", "expected smtp://, smtp+tls:// or smtps:// and user:password@host:port")
    return Mail(
        host=host,
        port=port or PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        tls={"smtp": "", "smtp+tls": "starttls", "smtps": "tls"}[parts.scheme],
        sender=_sender(env.get("EMAIL_FROM", "").strip()),
        site=_site(env.get("REELEVANCE_URL", "").strip()),
    )


def _sender(sender: str) -> str:
    name, at, domain = sender.rpartition("@")
    if not (name and at and domain) or not sender.isprintable():
        raise WrongMail("EMAIL_FROM", "needed with EMAIL_URL: the sender, for example labels@example.org")
    return sender


def _site(site: str) -> str:
    """The address without a slash at its end."""
    try:
        parts = urlsplit(site)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.query + parts.fragment
    except ValueError:
        is_address = False
    if not is_address:
        raise WrongMail(
            "REELEVANCE_URL",
            "needed with EMAIL_URL: the address of the platform, for example https://labels.example.org",
        )
    return site.rstrip("/")
