"""Who may see exports, which there are, and what the ledger says of the time between two."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.http import FileResponse, Http404

from annotator.models import Ask
from consensus.export.comparing import Entry
from consensus.models import Export, ExportState
from moments.ledger.chain import FIRST_HASH
from moments.models import Campaign, LedgerEntry, Pair

Head = tuple[int, str]
"""How long a ledger is, and the hash of its last entry."""

LISTED = 100
AT_ONCE = 500


def exports_of(campaign: Campaign) -> QuerySet[Export]:
    """The campaign's exports, newest first, without their manifests."""
    return campaign.exports.select_related("campaign", "job").defer("manifest").order_by("-number")


def export_by_number(campaign: Campaign, number: int) -> Export:
    """One export; raises Http404 if there is none."""
    export = campaign.exports.select_related("campaign", "job").filter(number=number).first()
    if export is None:
        raise Http404("no such export")
    return export


def archive_of(export: Export) -> Path:
    """Where a ready export's archive lies; raises Http404 if its file is gone."""
    path = settings.DATA_DIR / export.path
    if export.state != ExportState.READY or not path.is_file():
        raise Http404("the export has no archive")
    return Path(path)


def archive_response(export: Export) -> FileResponse:
    """A ready export's archive under its name, with its checksum, for the page and the API alike."""
    response = FileResponse(archive_of(export).open("rb"), as_attachment=True, filename=export.file_name)
    response["Content-Type"] = "application/zip"
    response["Cache-Control"] = "private, no-store"
    response["ETag"] = f'"{export.sha256}"'
    return response


def ledger_between(slug: str, old: Head, new: Head) -> Iterator[Entry] | None:
    """What was decided between two ends of a ledger, in order; None if this platform's is not the one they name."""
    campaign = Campaign.objects.filter(slug=slug).first()
    if campaign is None or not all(_is_head(campaign, *head) for head in (old, new)):
        return None
    return _entries(campaign, old[0], new[0])


def asked_pairs(slug: str) -> dict[int, int]:
    """The number of the question that each pair of a campaign belongs to, by the pair's number."""
    asked = Ask.objects.filter(campaign__slug=slug, pair__isnull=False)
    return dict(asked.values_list("pair__number", "number"))


def forward_clips(slug: str) -> dict[int, str]:
    """The name of the forward clip that each pair of a twins campaign is about, by the pair's number."""
    pairs = Pair.objects.filter(campaign__slug=slug)
    forward = Coalesce("moment__as_backward__forward__desc_id", "moment__desc_id")
    return {number: str(clip) for number, clip in pairs.values_list("number", forward)}


def _entries(campaign: Campaign, after: int, last: int) -> Iterator[Entry]:
    rows = campaign.ledger.filter(number__gt=after, number__lte=last).order_by("number")
    fields = ("number", "at", "kind", "actor", "query_id", "pair_number", "payload")
    for number, at, *rest in rows.values_list(*fields).iterator(chunk_size=AT_ONCE):
        yield Entry(number, at.isoformat(), *rest)


def _is_head(campaign: Campaign, length: int, head: str) -> bool:
    if not length:
        return head == FIRST_HASH
    return LedgerEntry.objects.filter(campaign=campaign, number=length, hash=head).exists()
