"""Keeps a campaign's exports: asks for one, and makes those that wait."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from consensus.export.formats.registry import FORMATS_BY_KIND, chosen_formats
from consensus.export.selectors.contents import UnfinishedError, require_exportable
from consensus.export.services.exporting import export_labels
from consensus.export.zip_file import pack, sha256_of
from consensus.models import Export
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.jobs.services.doing import Go, JobKind, Stopped, do_jobs
from moments.jobs.services.leases import order_job
from moments.models import Campaign, Job

FOLDER = "exports"
STEPS = 2
SAFE_SLUG = re.compile(r"[A-Za-z0-9_-]{1,60}")


def request_export(*, campaign: Campaign, formats: Sequence[str], partial: bool, actor: str, now: datetime) -> Export:
    """An export that the worker makes soon.

    Raises BadInput for a format that the kind of campaign does not have, while another is being made, and for what
    could not be exported now.
    """
    named = ",".join(one.name for one in chosen_formats(formats, FORMATS_BY_KIND[campaign.kind]))
    try:
        require_exportable(campaign, partial=partial)
    except UnfinishedError as problem:
        raise BadInput(_unfinished(problem)) from problem
    with transaction.atomic():
        hold_campaign(campaign)
        latest = campaign.exports.aggregate(number=Max("number"))["number"] or 0
        if campaign.jobs.filter(kind=EXPORT.name, finished_at=None).exists():
            raise BadInput(f"export {latest} is being created; wait until it is ready")
        job = order_job(campaign=campaign, kind=EXPORT.name, actor=actor, now=now)
        return Export.objects.create(campaign=campaign, number=latest + 1, formats=named, partial=partial, job=job)


def make_exports(*, now: datetime) -> int:
    """Make every export that waits, one after the other; how many were tried. Safe to run twice, and at once."""
    return do_jobs(EXPORT, now=now)


def _make(job: Job, go: Go) -> str:
    """Make the archive and keep it, unless somebody cancelled it or took it over meanwhile."""
    export = Export.objects.select_related("campaign").get(job=job)
    go.begin(STEPS)
    try:
        made = _made(export, go)
        with transaction.atomic():
            go.finish()
            Export.objects.filter(pk=export.pk).update(**made)
    except UnfinishedError as problem:
        raise BadInput(_unfinished(problem)) from problem
    except Stopped:
        _archive_path(export).unlink(missing_ok=True)
        raise
    return ""


EXPORT = JobKind("export", "make exports", _make)


def _unfinished(problem: UnfinishedError) -> str:
    return f"the campaign is unfinished: {problem.missing}; a partial export holds what is decided so far"


def _made(export: Export, go: Go) -> dict[str, object]:
    """The archive, written below the data folder, as the fields of the row; in STEPS pieces: written, packed."""
    archive = _archive_path(export)
    folder = archive.parent
    folder.mkdir(parents=True, exist_ok=True)
    try:
        exported = export_labels(
            campaign=export.campaign, out=folder / "files", formats=export.format_names, partial=export.partial
        )
        go.advance(1)
        pack(exported.folder, archive, top=export.campaign.slug)
        go.look()
    finally:
        shutil.rmtree(folder / "files", ignore_errors=True)
    ledger = exported.manifest["ledger"]
    return {
        "path": str(archive.relative_to(settings.DATA_DIR)),
        "size": archive.stat().st_size,
        "sha256": sha256_of(archive),
        "manifest": exported.manifest,
        "ledger_length": ledger["length"],
        "ledger_hash": ledger["hash"],
    }


def _archive_path(export: Export) -> Path:
    return Path(settings.DATA_DIR / FOLDER / _slug_of(export) / str(export.number) / export.file_name)


def _slug_of(export: Export) -> str:
    """The campaign's slug as a folder's name; a slug that could name another place is refused."""
    if not SAFE_SLUG.fullmatch(export.campaign.slug):
        raise BadInput(f"the slug {export.campaign.slug!r} cannot name a folder")
    return export.campaign.slug
