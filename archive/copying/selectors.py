"""What an earlier campaign of a slug left on the server, which whoever makes another one must not come by."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from moments.base.errors import BadInput
from moments.campaign.services import SLUG
from moments.clips.selectors.video_places import upload_address_of
from moments.clips.services.video_sources import source_named

FOLDERS = ("exports", "runs", "reports", "archives")


def require_no_leftovers(slug: str) -> None:
    """Raise BadInput if files of an earlier campaign of that slug are there: reports, exports, uploaded videos."""
    if SLUG.fullmatch(slug) and has_leftovers(slug):
        raise BadInput(
            "files of an earlier campaign with this slug are on the server; choose another one", field="slug"
        )


def has_leftovers(slug: str) -> bool:
    """Whether there are any."""
    data = Path(settings.DATA_DIR)
    if (data / "verified" / f"{slug}.json").exists() or any((data / name / slug).exists() for name in FOLDERS):
        return True
    try:
        return bool(source_named(upload_address_of(slug)).listed(1))
    except BadInput:
        return False
