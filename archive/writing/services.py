"""Writes a campaign to one file, from one snapshot: all its rows, and the files that belong to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from archive.tables.file import ArchiveError, ArchiveWriter, written_archive
from archive.tables.selectors.files import CLIP_KINDS, KINDS, clips_elsewhere, files_of
from archive.tables.selectors.rows import PEOPLE, PEOPLE_COLUMNS, Places, people_rows, table_rows
from archive.tables.selectors.tables import TABLES
from consensus.export.services.exporting import snapshot
from moments.base.errors import BadInput
from moments.base.version import VERSION
from moments.models import Campaign, LedgerHead

APPS = ("moments", "annotator", "consensus", "evaluation")
ELSEWHERE = "clips_elsewhere"
ELSEWHERE_COLUMNS = ["kind", "row", "key", "rendition", "bytes", "sha256"]


@dataclass(frozen=True, slots=True)
class Archived:
    """What the file holds; `missing` names rows whose files were not where they should be."""

    rows: int
    files: int
    bytes: int
    missing: list[str]


def archive_campaign(
    *,
    campaign: Campaign,
    out: Path,
    clips: bool = True,
    passwords: bool = True,
    advance: Callable[[int], None] = lambda done: None,
) -> Archived:
    """Write the campaign to `out`, which is there whole or not at all; nobody's work waits for it.

    Without `clips` only their list is kept; without `passwords` people get a link to a new one after a restore.
    Raises BadInput if `out` is taken or cannot be written.
    """
    missing: list[str] = []
    try:
        with snapshot(), written_archive(out) as archive:
            campaign = Campaign.objects.get(pk=campaign.pk)
            rows = _tables(archive, campaign, passwords, advance)
            files = _files(archive, campaign, clips, missing, advance)
            archive.finish(_about(campaign))
    except ArchiveError as error:
        raise BadInput(str(error)) from error
    return Archived(rows, files, out.stat().st_size, missing)


def applied_migrations() -> dict[str, str]:
    """The newest migration of each floor that this database has seen."""
    return dict(sorted(key for key in MigrationRecorder(connection).applied_migrations() if key[0] in APPS))


def _about(campaign: Campaign) -> dict[str, Any]:
    head = LedgerHead.objects.get(campaign=campaign)
    return {
        "campaign": campaign.slug,
        "software": VERSION,
        "migrations": applied_migrations(),
        "ledger": {"length": head.length, "hash": head.hash},
    }


def _tables(archive: ArchiveWriter, campaign: Campaign, passwords: bool, advance: Callable[[int], None]) -> int:
    count = archive.table(PEOPLE, PEOPLE_COLUMNS, people_rows(campaign, passwords=passwords))
    places = Places()
    for table in TABLES:
        columns = [field.name for field in table.fields]
        count += archive.table(table.name, columns, _counted(table_rows(table, campaign, places), advance))
    return count


def _files(
    archive: ArchiveWriter, campaign: Campaign, clips: bool, missing: list[str], advance: Callable[[int], None]
) -> int:
    if not clips:
        archive.table(ELSEWHERE, ELSEWHERE_COLUMNS, clips_elsewhere(campaign))
    kept = [kind for kind in KINDS if clips or kind not in CLIP_KINDS]
    return sum(archive.files(kind, _counted(files_of(kind, campaign, missing), advance)) for kind in kept)


def _counted(items: Iterable[Any], advance: Callable[[int], None]) -> Iterable[Any]:
    for item in items:
        advance(1)
        yield item
