"""Keeps a campaign's exports: asks for one, and makes those that wait."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial as partial_of
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from consensus.export.formats.registry import FORMATS_BY_KIND, chosen_formats
from consensus.export.pool_clips.kept import KeptClips
from consensus.export.selectors.contents import UnfinishedError, require_exportable
from consensus.export.services.exporting import Exported, export_labels
from consensus.export.services.pool_clips import ClipsOrder, plan_pool_clips, require_clip_space
from consensus.export.services.with_clips import FIELD, export_with_clips, require_clips
from consensus.export.zip_file import pack, sha256_of
from consensus.models import Export
from moments.base.errors import BadInput
from moments.campaign.services import hold_campaign
from moments.clips.services.places import require_allowed
from moments.clips.services.video_sources import VideoSource, source_named
from moments.jobs.selectors import free_jobs
from moments.jobs.services.doing import Go, JobKind, Paused, Stopped, do_jobs
from moments.jobs.services.leases import free_lost_jobs, order_job
from moments.jobs.services.threads import begin_beside, is_beside
from moments.models import Campaign, Job

FOLDER = "exports"
KEPT = "clips"
STEPS = 2
COPIES = 3
"""How often the disk holds every clip for a moment: as cut, in the folder that is packed, and in the ZIP file."""
SAFE_SLUG = re.compile(r"[A-Za-z0-9_-]{1,60}")


def request_export(
    *,
    campaign: Campaign,
    formats: Sequence[str],
    partial: bool,
    clips_from: str | None = None,
    by_admin: bool = False,
    actor: str,
    now: datetime,
) -> Export:
    """An export that the worker makes soon; with `clips_from`, the clips of its pools are cut from the videos there.

    Raises BadInput for a format that the kind of campaign does not have, while another is being made, and for what
    could not be exported or cut now. The videos may only be in a place that the person may name: leads have fewer.
    """
    named = ",".join(one.name for one in chosen_formats(formats, FORMATS_BY_KIND[campaign.kind]))
    try:
        require_exportable(campaign, partial=partial)
    except UnfinishedError as problem:
        raise BadInput(_unfinished(problem)) from problem
    clips = {} if clips_from is None else _ordered_clips(campaign, formats, clips_from.strip(), by_admin=by_admin)
    with transaction.atomic():
        hold_campaign(campaign)
        latest = campaign.exports.aggregate(number=Max("number"))["number"] or 0
        if campaign.jobs.filter(kind=EXPORT.name, finished_at=None).exists():
            raise BadInput(f"export {latest} is being created; wait until it is ready")
        job = order_job(campaign=campaign, kind=EXPORT.name, actor=actor, now=now, order=clips)
        return Export.objects.create(campaign=campaign, number=latest + 1, formats=named, partial=partial, job=job)


def make_exports(*, now: datetime, seconds: float | None = None) -> int:
    """Make every export that waits, one after the other; how many were tried. Safe to run twice, and at once.

    One that cuts clips goes on in the next turn when its seconds are over.
    """
    return do_jobs(replace(EXPORT, work=partial_of(_make, seconds=seconds)), now=now)


def make_exports_beside(*, now: datetime) -> int:
    """Make every export that waits, as embedded mode's worker does; one with clips is made by a thread beside it.

    An export whose process of this machine is gone waits from now on, not only when its lease is over.
    """
    made = do_jobs(EXPORT, now=now, among=[job for job in free_jobs(EXPORT.name, now) if not job.order])
    if not is_beside(EXPORT.step):
        free_lost_jobs(kind=EXPORT.name, now=now)
        if any(job.order for job in free_jobs(EXPORT.name, now)):
            begin_beside(EXPORT.step, make_exports, now=now)
    return made


def _make(job: Job, go: Go, *, seconds: float | None = None) -> str:
    """Make the archive and keep it, unless somebody cancelled it or took it over meanwhile."""
    export = Export.objects.select_related("campaign").get(job=job)
    turn = Turn(go, seconds)
    turn.begin(0)
    try:
        made = _made(export, turn)
        with transaction.atomic():
            go.finish()
            Export.objects.filter(pk=export.pk).update(**made)
    except UnfinishedError as problem:
        raise BadInput(_unfinished(problem)) from problem
    except Stopped:
        _archive_path(export).unlink(missing_ok=True)
        raise
    if export.clips_from:
        kept_clips(export.campaign).clear()
    return ""


EXPORT = JobKind("export", "make exports", _make)


class Turn:
    """Tells a job how many clips are cut, ends its turn in time, and counts the STEPS that follow."""

    def __init__(self, go: Go, seconds: float | None) -> None:
        self.go, self._clips = go, 0
        self._ends_s = None if seconds is None else time.monotonic() + seconds

    def begin(self, total: int, *, done: int = 0) -> None:
        """There are so many clips, some of them from before."""
        self._clips = total
        self.go.begin(total + STEPS, done=done)

    def advance(self, done: int) -> None:
        """So many are cut; raises Paused if the turn is over and Stopped if the work has to end."""
        self.go.advance(done)
        self._end()

    def look(self) -> None:
        """The same between clips."""
        self.go.look()
        self._end()

    def is_written(self) -> None:
        """All clips are cut and the files are written; raises Stopped if the work has to end."""
        self.go.advance(self._clips + 1)

    def _end(self) -> None:
        if self._ends_s is not None and time.monotonic() >= self._ends_s:
            raise Paused


def kept_clips(campaign: Campaign) -> KeptClips:
    """Where the clips of the campaign wait for its next export."""
    return KeptClips(settings.DATA_DIR / FOLDER / _slug_of(campaign) / KEPT)


def _clips_order(campaign: Campaign, source: VideoSource) -> ClipsOrder:
    return ClipsOrder(source, kept_clips(campaign), copies=COPIES)


def _ordered_clips(campaign: Campaign, formats: Sequence[str], clips_from: str, *, by_admin: bool) -> dict[str, str]:
    """Where the videos are, and what cutting is expected to take; raises BadInput if it cannot begin."""
    require_clips(campaign, formats)
    try:
        require_allowed(campaign, clips_from, by_admin=by_admin)
        order = _clips_order(campaign, source_named(clips_from))
        order.source.require()
    except BadInput as problem:
        raise BadInput(problem.message, field=FIELD) from problem
    with order.kept.held():
        cut = plan_pool_clips(campaign=campaign, order=order)
        require_clip_space(cut, order)
    return {"clips_from": order.source.address, "expected": f"{cut.total} clips, {cut.plan.needs_in_words}"}


def _unfinished(problem: UnfinishedError) -> str:
    return f"the campaign is unfinished: {problem.missing}; a partial export contains what is decided so far"


def _made(export: Export, turn: Turn) -> dict[str, object]:
    """The archive, written below the data folder, as the fields of the row: clips cut, files written, packed."""
    archive = _archive_path(export)
    folder = archive.parent
    folder.mkdir(parents=True, exist_ok=True)
    try:
        exported = _exported(export, folder / "files", turn)
        turn.is_written()
        pack(exported.folder, archive, top=export.campaign.slug)
        turn.go.look()
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


def _exported(export: Export, out: Path, turn: Turn) -> Exported:
    wanted: dict[str, Any] = {"out": out, "formats": export.format_names, "partial": export.partial}
    if not export.clips_from:
        return export_labels(campaign=export.campaign, **wanted)
    order = _clips_order(export.campaign, source_named(export.clips_from))
    return export_with_clips(campaign=export.campaign, order=order, progress=turn, **wanted)


def _archive_path(export: Export) -> Path:
    return Path(settings.DATA_DIR / FOLDER / _slug_of(export.campaign) / str(export.number) / export.file_name)


def _slug_of(campaign: Campaign) -> str:
    """The campaign's slug as a folder's name; a slug that could name another place is refused."""
    if not SAFE_SLUG.fullmatch(campaign.slug):
        raise BadInput(f"the slug {campaign.slug!r} cannot name a folder")
    return campaign.slug
