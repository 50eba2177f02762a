"""Searches every byte that a client is sent for what annotators must never learn (R9, I6)."""

from __future__ import annotations

import base64
import functools
import itertools
import re
from dataclasses import dataclass, field
from urllib.parse import unquote

from django.http import HttpResponseBase
from django.test import Client

WORD = "canary"
LOWEST_RANK = 31_700
SIMILARITY = 0.731654


def forms_of(word: str) -> list[bytes]:
    """The word as it stands in bytes: plain, in base64 wherever it may begin, as hexadecimal digits, backwards."""
    plain = word.encode()
    return [plain, plain.hex().encode(), plain[::-1], *(in_base64(plain, shift) for shift in range(3))]


def in_base64(plain: bytes, shift: int) -> bytes:
    """The characters that say nothing but `plain` where it begins `shift` bytes into the text."""
    coded = base64.b64encode(b"\0" * shift + plain)
    return coded[-(-8 * shift // 6) : 8 * (shift + len(plain)) // 6]


# Each with what stands in all that it finds, in small letters: to look for that first takes a hundredth of the time.
# A rank or similarity stands apart: digits of a random id or of a fraction of a second are none.
PATTERNS = [
    *((form.lower(), re.compile(re.escape(form), re.IGNORECASE)) for form in forms_of(WORD)),
    (b"317", re.compile(rb"(?<![\w.])317\d\d(?!\w)")),
    (b".7316", re.compile(rb"(?<!\d)0?\.7316")),
    (b"73.16", re.compile(rb"(?<!\d)73\.16")),
]


@dataclass(frozen=True, slots=True)
class Seen:
    """One answer: what was asked for, its status, every byte of it."""

    asked: str
    status: int
    sent: bytes

    def leaks(self) -> list[str]:
        """Every place in which something stands that must not, with what is around it."""
        small = self.sent.lower()
        found = [pattern for part, pattern in PATTERNS if part in small]
        places = itertools.chain.from_iterable(pattern.finditer(self.sent) for pattern in found)
        return [f"{self.asked}: …{self.sent[max(place.start() - 30, 0) : place.end() + 30]!r}…" for place in places]


@dataclass
class Watch:
    """All that was sent."""

    seen: list[Seen] = field(default_factory=list)

    def leaks(self) -> list[str]:
        """Every leak in what was sent."""
        return [leak for seen in self.seen for leak in seen.leaks()]


class WatchedClient(Client):
    """A client that keeps every byte it is sent: status line, headers, cookies, body."""

    def __init__(self, watch: Watch, **defaults: object) -> None:
        super().__init__(raise_request_exception=False, **defaults)
        self.watch = watch

    def request(self, **request: object) -> HttpResponseBase:
        """The answer, after it was kept; Django's client would copy the context of each template as well."""
        response = self.handler(self._base_environ(**request))
        response.json = functools.partial(self._parse_json, response)
        self.cookies.update(response.cookies)
        path = str(request["PATH_INFO"])
        self.watch.seen.append(
            Seen(f"{request['REQUEST_METHOD']} {path}", response.status_code, bytes_of(response, path))
        )
        return response


def bytes_of(response: HttpResponseBase, path: str) -> bytes:
    """All of the answer but its own length, and but what merely repeats the address that was asked for."""
    headers = [f"{name}: {value}" for name, value in response.items() if name != "Content-Length"]
    head = "\n".join([response.reason_phrase, *headers, response.cookies.output()])
    body = b"".join(response.streaming_content) if response.streaming else response.content
    if response.streaming:
        response.streaming_content = [body]
    sent = head.encode("latin-1", "replace") + b"\n\n" + body
    if path != "/":
        sent = sent.replace(path.encode(), b"").replace(unquote(path).encode(), b"")
    return sent
