"""What the fields of a campaign may hold."""

from __future__ import annotations

from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError

RENDITIONS = ("gif", "mp4", "webp")


def validate_renditions(value: str) -> None:
    """Raise ValidationError unless `value` names some of gif, mp4 and webp, each once, by commas."""
    names = value.split(",")
    if not set(names) <= set(RENDITIONS) or len(names) != len(set(names)):
        raise ValidationError(f"{value!r}: name some of {', '.join(RENDITIONS)}, each once, separated by commas")


def validate_time_zone(value: str) -> None:
    """Raise ValidationError unless `value` is a zone of the IANA database."""
    if value not in available_timezones():
        raise ValidationError(f"{value!r} is no time zone; use a name such as UTC or Asia/Singapore")
    ZoneInfo(value)
