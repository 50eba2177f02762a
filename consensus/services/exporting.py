"""Writes a campaign's dataset: one snapshot, whole or not at all, the same bytes for the same data (I7)."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection, transaction

from consensus.formats.folder import MANIFEST, Folder, whole_folder
from consensus.formats.parquet import write_parquet
from consensus.formats.raw import write_raw_scores, write_unjudged
from consensus.formats.trec import write_beir, write_qrels
from consensus.formats.tvr import write_labels, write_videos
from consensus.selectors.labels import (
    labels,
    moment_rows,
    opened_splits,
    query_rows,
    raw_scores,
    unfinished,
    unjudged,
    video_rows,
)
from moments.errors import BadInput
from moments.models import Campaign
from moments.version import VERSION

FORMATS = ("tvr", "raw", "qrels", "beir", "parquet")


@dataclass(frozen=True, slots=True)
class Exported:
    """Where the export lies and how many rows its files hold."""

    folder: Path
    rows: dict[str, int]


def export_labels(*, campaign: Campaign, out: Path, formats: Collection[str], partial: bool) -> Exported:
    """Write the formats, the unjudged pairs and a manifest to the folder `out`, in place of an earlier export.

    Raises BadInput for an unknown format, a campaign that was never opened or, unless `partial`,
    is unfinished, and where `out` cannot be written.
    """
    for name in formats:
        if name not in FORMATS:
            raise BadInput(f"--formats: no format {name!r}; there are {', '.join(FORMATS)}")
    with _snapshot():
        splits = opened_splits(campaign)
        if not splits:
            raise BadInput(f"campaign {campaign.slug!r} was never opened; there is nothing to export")
        missing = unfinished(campaign)
        if missing and not partial:
            what = ", ".join(f"{count} {thing}" for thing, count in missing.items())
            raise BadInput(f"campaign {campaign.slug!r} is unfinished: {what}; --partial exports what is decided")
        with whole_folder(out) as folder:
            _write(folder, campaign, splits, formats)
            _write_manifest(folder, campaign, formats, missing)
            rows = dict(folder.rows)
    return Exported(out, rows)


def _write(folder: Folder, campaign: Campaign, splits: list[str], formats: Collection[str]) -> None:
    write_unjudged(folder, unjudged(campaign))
    if "tvr" in formats:
        write_labels(folder, labels(campaign), splits)
        write_videos(folder, video_rows(campaign))
    if "raw" in formats:
        write_raw_scores(folder, raw_scores(campaign))
    if "qrels" in formats:
        write_qrels(folder, labels(campaign), splits)
    if "beir" in formats:
        write_beir(folder, labels(campaign), splits, query_rows(campaign), moment_rows(campaign))
    if "parquet" in formats:
        write_parquet(folder, labels(campaign), splits)


def _write_manifest(folder: Folder, campaign: Campaign, formats: Collection[str], missing: dict[str, int]) -> None:
    head = campaign.ledger_head
    manifest: dict[str, Any] = {
        "campaign": campaign.slug,
        "title": campaign.title,
        "software": f"reelevance {VERSION}",
        "encoder": campaign.encoder,
        "formats": [name for name in FORMATS if name in formats],
        "finished": not missing,
        "unfinished": missing,
        "protocols": {row.version: row.protocol.as_dict() for row in campaign.protocols.order_by("version")},
        "ledger": {"length": head.length, "hash": head.hash},
        "files": folder.files(),
    }
    with folder.text(MANIFEST) as stream:
        json.dump(manifest, stream, ensure_ascii=False, indent=2)
        stream.write("\n")


@contextmanager
def _snapshot() -> Iterator[None]:
    """Everything read inside is of one moment: SQLite's transaction is so, PostgreSQL is told."""
    with transaction.atomic():
        if connection.vendor == "postgresql" and not transaction.get_connection().savepoint_ids:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield
