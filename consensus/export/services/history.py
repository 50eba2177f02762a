"""Keeps a campaign's exports: asks for one, makes those that wait, and says what became of each."""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import Error, transaction
from django.db.models import F, Max

from consensus.export.selectors.exports import waiting_exports
from consensus.export.services.exporting import (
    FORMATS,
    Exported,
    UnfinishedError,
    export_labels,
    require_exportable,
    require_formats,
)
from consensus.export.zip_file import pack, sha256_of
from consensus.models import Export, ExportState
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.jobs.services.steps import Steps, is_passing, renew_connection, unmade
from moments.models import Campaign

FOLDER = "exports"
STEP = "make exports"
SAFE_SLUG = re.compile(r"[A-Za-z0-9_-]{1,60}")
LONGEST_FAILURE = 1000
MOST_ATTEMPTS = 3
logger = logging.getLogger("reelevance.exports")


def request_export(*, campaign: Campaign, formats: Sequence[str], partial: bool, actor: str, now: datetime) -> Export:
    """An export that the worker makes soon.

    Raises BadInput for an unknown format, while another is being made, and for what could not be exported now.
    """
    require_formats(formats)
    try:
        require_exportable(campaign, partial=partial)
    except UnfinishedError as problem:
        raise BadInput(_unfinished(problem)) from problem
    named = ",".join(name for name in FORMATS if name in formats)
    with transaction.atomic():
        hold_campaign(campaign)
        latest = campaign.exports.aggregate(number=Max("number"))["number"] or 0
        if campaign.exports.filter(state=ExportState.MAKING).exists():
            raise BadInput(f"export {latest} is being made; wait until it is ready")
        return Export.objects.create(
            campaign=campaign, number=latest + 1, formats=named, partial=partial, actor=actor, made_at=now
        )


def make_exports(*, now: datetime) -> int:
    """Make every export that waits, one after the other; how many. Safe to run twice, and at once.

    One that fails stops no other: it has failed for good, or its step is marked and it is tried again.
    """
    steps = Steps(STEP, now=now)
    made = 0
    for export in waiting_exports(now):
        work = partial(_make, export, now) if export.attempts < MOST_ATTEMPTS else partial(_give_up, export)
        made += bool(steps.attempt(STEP, work, campaign=export.campaign))
    steps.clear_gone()
    return made


def _give_up(export: Export) -> bool:
    """Fail an export whose maker was lost again and again: False, it was not made."""
    mine = Export.objects.filter(pk=export.pk, state=ExportState.MAKING, taken_at=export.taken_at)
    mine.update(
        state=ExportState.FAILED, failure=f"its making was cut off {MOST_ATTEMPTS} times; the worker's log says more"
    )
    return False


def _make(export: Export, now: datetime) -> bool:
    """Take the export and make it; False where another took it first."""
    mine = Export.objects.filter(pk=export.pk, state=ExportState.MAKING, taken_at=export.taken_at)
    if not mine.update(taken_at=now, attempts=F("attempts") + 1):
        return False
    taken = Export.objects.filter(pk=export.pk, state=ExportState.MAKING, taken_at=now)
    try:
        taken.update(**_made(export), state=ExportState.READY, ready_at=now)
    except UnfinishedError as problem:
        taken.update(state=ExportState.FAILED, failure=_unfinished(problem)[:LONGEST_FAILURE])
    except BadInput as problem:
        taken.update(state=ExportState.FAILED, failure=str(problem)[:LONGEST_FAILURE])
    except OSError as error:
        logger.exception("export %s of %s failed", export.number, export.campaign.slug)
        taken.update(state=ExportState.FAILED, failure=(error.strerror or str(error))[:LONGEST_FAILURE])
    except Error:  # the database's trouble, not the export's
        renew_connection()
        with suppress(Error):
            taken.update(taken_at=None)
        raise
    except Exception as error:
        if is_passing(error):
            raise
        logger.exception("export %s of %s failed", export.number, export.campaign.slug)
        taken.update(state=ExportState.FAILED, failure=unmade(error))
    return True


def _unfinished(problem: UnfinishedError) -> str:
    return f"the campaign is unfinished: {problem.missing}; a partial export holds what is decided so far"


def _made(export: Export) -> dict[str, object]:
    """The archive, written below the data folder, as the fields of the row."""
    folder = settings.DATA_DIR / FOLDER / _slug_of(export) / str(export.number)
    archive = folder / export.file_name
    folder.mkdir(parents=True, exist_ok=True)
    try:
        exported = export_labels(
            campaign=export.campaign, out=folder / "files", formats=export.format_names, partial=export.partial
        )
        pack(exported.folder, archive, top=export.campaign.slug)
    finally:
        shutil.rmtree(folder / "files", ignore_errors=True)
    return {**_described(archive), **_told(exported)}


def _slug_of(export: Export) -> str:
    """The campaign's slug as a folder's name; a slug that could name another place is refused."""
    if not SAFE_SLUG.fullmatch(export.campaign.slug):
        raise BadInput(f"the slug {export.campaign.slug!r} cannot name a folder")
    return export.campaign.slug


def _described(archive: Path) -> dict[str, object]:
    return {
        "path": str(archive.relative_to(settings.DATA_DIR)),
        "size": archive.stat().st_size,
        "sha256": sha256_of(archive),
    }


def _told(exported: Exported) -> dict[str, object]:
    ledger = exported.manifest["ledger"]
    return {"manifest": exported.manifest, "ledger_length": ledger["length"], "ledger_hash": ledger["hash"]}
