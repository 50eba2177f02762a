"""What a program asks for in numbers and lists, checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from rest_framework.exceptions import ValidationError

from annotator.seats.services.leasing import MOST_CLAIMED

MOST_PLAYED = 10
MOST_NAMED = 50


@dataclass(frozen=True, slots=True)
class Wants:
    """How the program wants its seats: the media types that it can play, and the seats that it has already."""

    plays: list[str]
    known: frozenset[UUID]


def asked_count(value: object, field: str) -> int:
    """A number of seats to claim; 400 unless it is an integer from 0 to 50."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_CLAIMED:
        raise ValidationError({field: [f"expected an integer from 0 to {MOST_CLAIMED}"]})
    return value


def asked_wants(body: dict[str, Any]) -> Wants:
    """`plays` and `known`; 400 unless they are lists of at most 10 and 50 strings."""
    return Wants(_strings(body, "plays", MOST_PLAYED), frozenset(asked_seats(body, "known")))


def asked_plays(value: str | None) -> list[str]:
    """Media types, comma-separated; 400 for more than ten."""
    plays = value.split(",") if value else []
    if len(plays) > MOST_PLAYED:
        raise ValidationError({"plays": [f"expected at most {MOST_PLAYED} media types"]})
    return plays


def asked_seats(body: dict[str, Any], field: str) -> list[UUID]:
    """The ids of seats in `field`; 400 unless they are at most 50 strings. What is no id is no seat's."""
    found = []
    for text in _strings(body, field, MOST_NAMED):
        try:
            found.append(UUID(text))
        except ValueError:
            continue
    return found


def _strings(body: dict[str, Any], field: str, most: int) -> list[str]:
    values = body.get(field)
    if values is None:
        return []
    if not isinstance(values, list) or len(values) > most or not all(isinstance(value, str) for value in values):
        raise ValidationError({field: [f"expected a list of at most {most} strings"]})
    return values
