"""What a log line says about its request: the id and the seats, never a person."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from contextvars import ContextVar

GIVEN_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
MOST_SEATS = 100

request_id: ContextVar[str] = ContextVar("request_id", default="")
noted_seats: ContextVar[tuple[str, ...]] = ContextVar("seats", default=())


def begin_request(given: str) -> str:
    """The id of this request: the proxy's where it is a plain one, else a random one. Forgets earlier seats."""
    chosen = given if GIVEN_ID.fullmatch(given) else secrets.token_hex(8)
    request_id.set(chosen)
    noted_seats.set(())
    return chosen


def note_seats(seats: Iterable[object]) -> None:
    """Name the seats that the request is about, by their public ids."""
    noted_seats.set((*noted_seats.get(), *(str(seat) for seat in seats))[:MOST_SEATS])
