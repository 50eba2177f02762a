"""Writes a campaign's dataset: one snapshot, whole or not at all, the same bytes for the same data (I7)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection, transaction

from consensus.export.formats.registry import FORMATS_BY_KIND, chosen_formats
from consensus.export.landing import whole_folder
from consensus.export.pool_clips.kept import KeptClips
from consensus.export.selectors.contents import require_exportable
from consensus.export.services.graded import write_graded
from consensus.export.services.marked import write_marked
from consensus.export.services.twins import write_twins
from moments.models import Campaign, CampaignKind

# Cursors are planned for their first rows unless told that all are wanted; sorts of a split's texts fit in 64 MB.
READ_ALL = """
    SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
    SET LOCAL cursor_tuple_fraction = 1;
    SET LOCAL work_mem = '64MB'
"""


@dataclass(frozen=True, slots=True)
class Exported:
    """Where the export lies, how many rows its files hold, and its manifest."""

    folder: Path
    rows: dict[str, int]
    manifest: dict[str, Any]


def export_labels(
    *, campaign: Campaign, out: Path, formats: Collection[str], partial: bool, clips: KeptClips | None = None
) -> Exported:
    """Write formats, unjudged and adjudicated pairs, card and manifest to `out`, in place of an earlier export.

    With `clips`, where segments are marked, the clips of all pools too; raises NotCutError if one is not there.
    Raises BadInput for a format that the kind of campaign does not have, a campaign that has nothing to export yet or,
    unless `partial`, is unfinished, and if `out` cannot be written.
    """
    chosen_formats(formats, FORMATS_BY_KIND[campaign.kind])
    with snapshot():
        campaign = Campaign.objects.get(pk=campaign.pk)  # nothing that was read before the snapshot
        splits, missing = require_exportable(campaign, partial=partial)
        with whole_folder(out) as folder:
            if campaign.kind == CampaignKind.MARK:
                manifest = write_marked(folder, campaign, splits, formats, missing, clips)
            else:
                write = write_graded if campaign.kind == CampaignKind.GRADE else write_twins
                manifest = write(folder, campaign, splits, formats, missing)
            rows = dict(folder.rows)
    return Exported(out, rows, manifest)


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything read inside is of one moment, and nobody's writing waits for it.

    PostgreSQL gets a statement for it. SQLite's transactions here begin by taking the write lock, so that people
    could not save while an export runs; this one begins as a reader.
    """
    outermost = not connection.in_atomic_block
    mode = getattr(connection, "transaction_mode", None)
    if outermost and connection.vendor == "sqlite":
        connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        with transaction.atomic():
            if outermost and connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute(READ_ALL)
            yield
    finally:
        if connection.vendor == "sqlite":
            connection.transaction_mode = mode  # type: ignore[attr-defined]
