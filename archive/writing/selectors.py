"""The archive of a campaign that a page ordered last, and how much clips add to one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db.models import Sum
from django.http import FileResponse, Http404

from moments.models import Campaign, Clip, ClipPart, ClipState, Poster

FOLDER = "archives"


@dataclass(frozen=True, slots=True)
class ArchivedFile:
    """The file's size, and when it was written."""

    size: int
    written_at: datetime


def archived_path(campaign: Campaign) -> Path:
    """Where the campaign's newest archive lies."""
    return Path(settings.DATA_DIR) / FOLDER / campaign.slug / f"{campaign.slug}.reelevance"


def newest_archive(campaign: Campaign) -> ArchivedFile | None:
    """The newest archive; None if none was ordered."""
    try:
        found = archived_path(campaign).stat()
    except FileNotFoundError:
        return None
    return ArchivedFile(found.st_size, datetime.fromtimestamp(found.st_mtime, UTC))


def archive_download(campaign: Campaign) -> FileResponse:
    """The newest archive, to keep elsewhere; raises Http404 if there is none."""
    path = archived_path(campaign)
    try:
        return FileResponse(path.open("rb"), as_attachment=True, filename=path.name)
    except FileNotFoundError as error:
        raise Http404("no archive was written") from error


def clip_bytes(campaign: Campaign) -> int:
    """How many bytes of clips, of files beside proxies and of posters an archive with clips holds."""
    clips = Clip.objects.filter(moment__campaign=campaign, state=ClipState.READY)
    parts = ClipPart.objects.filter(clip__moment__campaign=campaign)
    posters = Poster.objects.filter(moment__campaign=campaign)
    return sum(rows.aggregate(total=Sum("size"))["total"] or 0 for rows in (clips, parts, posters))
