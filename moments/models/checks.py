"""What fields hold, whatever form, command or archive it comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from itertools import permutations
from math import isfinite
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.db.models import Q

from evaluation.scale import WIDEST

RENDITIONS = ("gif", "mp4", "webp")
PROXY = "proxy"  # of a whole video, in a marking campaign; nobody chooses it
SOUNDED = "mp4"  # the one rendition that can carry sound
CHOSEN_RENDITIONS = [",".join(names) for count in (1, 2, 3) for names in permutations(RENDITIONS, count)]
SOUNDED_RENDITIONS = [names for names in CHOSEN_RENDITIONS if SOUNDED in names.split(",")]
# Python's calendar ends at the years 1 and 9999: a day beside them has no midnight in every time zone.
EARLIEST, LATEST = date(1900, 1, 1), date(2199, 12, 31)


def validate_renditions(value: str) -> None:
    """Raise ValidationError unless `value` names some of gif, mp4 and webp, each once, by commas."""
    if value not in CHOSEN_RENDITIONS:
        raise ValidationError(f"{value!r}: expected one or more of {', '.join(RENDITIONS)}, each once, comma-separated")


def validate_time_zone(value: str) -> None:
    """Raise ValidationError unless `value` is a zone of the IANA database."""
    if value not in available_timezones():
        raise ValidationError(f"{value!r} is not a time zone; use a name such as UTC or Asia/Singapore")
    ZoneInfo(value)


def validate_day(value: date) -> None:
    """Raise ValidationError for a day, or a moment, outside the years 1900 to 2199."""
    if not EARLIEST.year <= value.year <= LATEST.year:
        raise ValidationError(f"{value:%Y-%m-%d} is outside the years {EARLIEST.year} to {LATEST.year}")


def on_scale(field: str) -> dict[str, int]:
    """The two conditions by which a field lies on the widest scale (R1); triggers hold it to its campaign's own."""
    return {f"{field}__gte": WIDEST.lowest, f"{field}__lte": WIDEST.highest}


def is_number(value: object) -> bool:
    """Whether a value of JSON is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def is_list_of(value: object, fits: Callable[[Any], bool]) -> bool:
    """Whether a value of JSON is a list of such values."""
    return isinstance(value, list) and all(fits(item) for item in value)


def is_object_of(value: object, fits: Callable[[Any], bool]) -> bool:
    """Whether a value of JSON is an object of such values."""
    return isinstance(value, dict) and all(fits(item) for item in value.values())


def refuse_unfit(checks: Mapping[str, bool], problem: str) -> None:
    """Raise ValidationError that names the fields of which something is not so."""
    wrong = {field: problem for field, holds in checks.items() if not holds}
    if wrong:
        raise ValidationError(wrong)


def day_known(field: str, *, or_none: bool = False) -> Q:
    """The same for a constraint."""
    known = Q(**{f"{field}__gte": EARLIEST, f"{field}__lte": LATEST})
    return Q(**{field: None}) | known if or_none else known
