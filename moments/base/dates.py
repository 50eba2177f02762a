"""Days as people read them; files and addresses have ISO 8601."""

from __future__ import annotations

from datetime import date


def readable_label(label: str) -> str:
    """The same for a label of a block that may be a day in ISO 8601; other labels stay."""
    try:
        return readable_day(date.fromisoformat(label))
    except ValueError:
        return label


def readable_day(day: date) -> str:
    """As pages show it: `4 Nov 2026`."""
    return f"{day.day} {day:%b %Y}"
