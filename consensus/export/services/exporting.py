"""Writes a campaign's dataset: one snapshot, whole or not at all, the same bytes for the same data (I7)."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from django.db import connection, transaction

from consensus.export.folder import MANIFEST, Folder
from consensus.export.formats.adjudicated import write_adjudicated
from consensus.export.formats.card import write_card
from consensus.export.formats.columns import RatingColumns, SplitColumns
from consensus.export.formats.croissant import write_croissant
from consensus.export.formats.export_format import ExportFormat, Rows
from consensus.export.formats.facts import Facts, SplitTally
from consensus.export.formats.raw import write_unjudged
from consensus.export.formats.registry import chosen_formats
from consensus.export.landing import whole_folder
from consensus.export.selectors.facts import facts
from consensus.labels.selectors.labels import (
    adjudicated,
    candidates,
    grades,
    labels,
    moment_rows,
    opened_splits,
    query_rows,
    raw_scores,
    unfinished,
    unjudged,
    video_rows,
)
from moments.base.errors import BadInput
from moments.models import Campaign

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


class UnfinishedError(BadInput):
    """The campaign is unfinished; `missing` says what is not decided, with counts."""

    def __init__(self, slug: str, missing: str) -> None:
        super().__init__(f"campaign {slug!r} is unfinished: {missing}", remedy="partial")
        self.missing = missing


def export_labels(*, campaign: Campaign, out: Path, formats: Collection[str], partial: bool) -> Exported:
    """Write formats, unjudged and adjudicated pairs, card and manifest to `out`, in place of an earlier export.

    Raises BadInput for an unknown format, a campaign that was never opened or, unless `partial`,
    is unfinished, and if `out` cannot be written.
    """
    chosen = chosen_formats(formats)
    with snapshot():
        campaign = Campaign.objects.get(pk=campaign.pk)  # nothing that was read before the snapshot
        splits, missing = require_exportable(campaign, partial=partial)
        with whole_folder(out) as folder:
            manifest = _write(folder, campaign, splits, chosen, missing)
            rows = dict(folder.rows)
    return Exported(out, rows, manifest)


def require_exportable(campaign: Campaign, *, partial: bool) -> tuple[list[str], dict[str, int]]:
    """The opened splits, and what is not decided, with counts.

    Raises BadInput for a campaign that was never opened or, unless `partial`, is unfinished.
    """
    splits = opened_splits(campaign)
    if not splits:
        raise BadInput(f"campaign {campaign.slug!r} was never opened; there is nothing to export")
    missing = unfinished(campaign)
    if missing and not partial:
        raise UnfinishedError(campaign.slug, ", ".join(f"{count} {what}" for what, count in missing.items()))
    return splits, missing


def _write(
    folder: Folder, campaign: Campaign, splits: list[str], formats: list[ExportFormat], missing: dict[str, int]
) -> dict[str, Any]:
    outcomes = write_unjudged(folder, unjudged(campaign))
    write_adjudicated(folder, adjudicated(campaign))
    rows = _rows(campaign, splits)
    tallies = {split: SplitTally() for split in splits}
    _write_labels(folder, campaign, rows, formats, tallies)
    for one in formats:
        if one.after_labels:
            one.after_labels(folder, rows)
    scores = _write_scores(folder, campaign, formats)
    for one in formats:
        if one.after_scores:
            one.after_scores(folder, rows)
    known = facts(campaign, scores, missing)
    write_card(folder, known, tallies, outcomes)
    write_croissant(folder, known, splits)
    return _write_manifest(folder, known, formats)


def _rows(campaign: Campaign, splits: list[str]) -> Rows:
    video_numbers: dict[str, int] = {}
    return Rows(
        splits,
        {split: SplitColumns(video_numbers) for split in splits},
        video_numbers,
        candidates=partial(candidates, campaign),
        queries=partial(query_rows, campaign),
        moments=partial(moment_rows, campaign),
        videos=partial(video_rows, campaign),
    )


def _write_labels(
    folder: Folder, campaign: Campaign, rows: Rows, formats: list[ExportFormat], tallies: dict[str, SplitTally]
) -> None:
    """Every format's labels, their tallies and their columns in one pass over the rows."""
    with ExitStack() as stack:
        takes = [stack.enter_context(one.labels(folder, rows.splits)) for one in formats if one.labels]
        for label in labels(campaign):
            tallies[label.split].add(label)
            rows.truths[label.split].add(label, label.relevance)
            for take in takes:
                take(label)


def _write_scores(folder: Folder, campaign: Campaign, formats: list[ExportFormat]) -> RatingColumns:
    """Every format's scores in one pass; the texts are read only where they are written."""
    ratings = RatingColumns()
    with ExitStack() as stack:
        takes = [ratings.add, *(stack.enter_context(one.scores(folder)) for one in formats if one.scores)]
        for score in (raw_scores if any(one.needs_texts for one in formats) else grades)(campaign):
            for take in takes:
                take(score)
    return ratings


def _write_manifest(folder: Folder, known: Facts, formats: list[ExportFormat]) -> dict[str, Any]:
    manifest: dict[str, Any] = {
        "campaign": known.slug,
        "title": known.title,
        "software": known.software,
        "encoder": known.encoder,
        "formats": [one.name for one in formats],
        "finished": not known.unfinished,
        "unfinished": known.unfinished,
        "protocols": known.protocols,
        "guideline": known.guideline_version,
        "stated": asdict(known.stated),
        "ledger": {"length": known.ledger_length, "hash": known.ledger_hash},
        "files": folder.files(),
    }
    folder.write(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=2) + "\n")
    return manifest


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
