"""Writes a campaign to one file, from one snapshot: all its rows, and the files that belong to them.

The command names the file; what is ordered on a page becomes the campaign's newest one in the data folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from archive.tables.file import ArchiveError, ArchiveWriter, written_archive
from archive.tables.selectors.files import CLIP_KINDS, KINDS, clips_elsewhere, files_of
from archive.tables.selectors.rows import PEOPLE, PEOPLE_COLUMNS, Places, people_rows, table_rows
from archive.tables.selectors.tables import TABLES
from archive.writing.selectors import archived_path
from consensus.export.services.exporting import snapshot
from moments.base.errors import BadInput
from moments.base.plurals import counted
from moments.base.version import VERSION
from moments.campaign.services import hold_campaign
from moments.jobs.services.doing import Go, JobKind, do_jobs
from moments.jobs.services.leases import order_newest
from moments.models import Campaign, Job, LedgerHead

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


@transaction.atomic
def order_archive(*, campaign: Campaign, clips: bool, passwords: bool, actor: str, now: datetime) -> None:
    """Have a worker archive the campaign in place of the archive before; raises BadInput while it does."""
    hold_campaign(campaign)
    order = {"clips": clips, "passwords": passwords}
    if order_newest(campaign=campaign, kind=ARCHIVING.name, actor=actor, now=now, order=order) is None:
        raise BadInput("the campaign is already being archived")


def archive_ordered(*, now: datetime) -> int:
    """Archive every campaign for which that was ordered; how many were tried."""
    return do_jobs(ARCHIVING, now=now)


def _archive(job: Job, go: Go) -> str:
    """Write the archive beside the one before, and put it in its place unless somebody cancelled it."""
    path = archived_path(job.campaign)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    growing = path.with_name(f"{job.pk}-{job.tries}-{path.name}")
    for left_behind in path.parent.glob(f"*-{path.name}*"):
        left_behind.unlink(missing_ok=True)
    try:
        archived = archive_campaign(campaign=job.campaign, out=growing, **job.order)
        go.look()
        growing.replace(path)
    finally:
        growing.unlink(missing_ok=True)
    lacking = f"; {counted(len(archived.missing), 'file was', 'files were')} missing" if archived.missing else ""
    return f"{counted(archived.rows, 'row')} and {counted(archived.files, 'file')}{lacking}"


ARCHIVING = JobKind("archive", "archive campaigns", _archive, failed="it could not be written")


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
