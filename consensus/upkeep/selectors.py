"""The newest check of a campaign's data, as it was stored."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings

from moments.models import Campaign

FOLDER = "verified"


@dataclass(frozen=True, slots=True)
class Verified:
    """When the data was checked, and each breach that was found."""

    checked_at: datetime
    breaches: list[str]


def verified_path(campaign: Campaign) -> Path:
    """Where the newest check lies."""
    return Path(settings.DATA_DIR) / FOLDER / f"{campaign.slug}.json"


def newest_check(campaign: Campaign) -> Verified | None:
    """The newest check; None if there was none."""
    try:
        stored = json.loads(verified_path(campaign).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return Verified(datetime.fromisoformat(stored["checked_at"]), stored["breaches"])
