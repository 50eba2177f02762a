"""Writes a campaign's dataset: one snapshot, whole or not at all, the same bytes for the same data (I7)."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.db import connection, transaction

from consensus.export.folder import MANIFEST, Folder
from consensus.export.formats.adjudicated import write_adjudicated
from consensus.export.formats.beir import beir_qrels_writer, write_beir_texts
from consensus.export.formats.card import write_card
from consensus.export.formats.check import write_check
from consensus.export.formats.columns import RatingColumns, SplitColumns
from consensus.export.formats.croissant import write_croissant
from consensus.export.formats.facts import Facts, SplitTally
from consensus.export.formats.parquet import parquet_writer
from consensus.export.formats.raw import raw_scores_writer, write_unjudged
from consensus.export.formats.similarity import write_expected, write_similarity
from consensus.export.formats.trec import qrels_writer, rater_qrels_writer
from consensus.export.formats.tvr import Take, labels_writer, write_videos
from consensus.export.landing import whole_folder
from consensus.export.selectors.facts import facts
from consensus.labels.rows import Label
from consensus.labels.selectors.adjudicated import adjudicated
from consensus.labels.selectors.labels import (
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
from evaluation.scoring.export_scores import expected_scores
from moments.base.errors import BadInput
from moments.models import Campaign

FORMATS = ("tvr", "raw", "qrels", "beir", "parquet")
# Cursors are planned for their first rows unless told that all are wanted; sorts of a split's texts fit in 64 MB.
READ_ALL = """
    SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
    SET LOCAL cursor_tuple_fraction = 1;
    SET LOCAL work_mem = '64MB'
"""
LABEL_WRITERS = {
    "tvr": labels_writer,
    "qrels": qrels_writer,
    "beir": beir_qrels_writer,
    "parquet": parquet_writer,
}


@dataclass(frozen=True, slots=True)
class Exported:
    """Where the export lies, how many rows its files hold, and its manifest."""

    folder: Path
    rows: dict[str, int]
    manifest: dict[str, Any]


class UnfinishedError(BadInput):
    """The campaign is unfinished; `missing` says what is not decided, with counts."""

    def __init__(self, slug: str, missing: str) -> None:
        super().__init__(f"campaign {slug!r} is unfinished: {missing}; --partial exports what is decided")
        self.missing = missing


def export_labels(*, campaign: Campaign, out: Path, formats: Collection[str], partial: bool) -> Exported:
    """Write formats, unjudged and adjudicated pairs, card and manifest to `out`, in place of an earlier export.

    Raises BadInput for an unknown format, a campaign that was never opened or, unless `partial`,
    is unfinished, and where `out` cannot be written.
    """
    require_formats(formats)
    with snapshot():
        campaign = Campaign.objects.get(pk=campaign.pk)  # nothing that was read before the snapshot
        splits, missing = require_exportable(campaign, partial=partial)
        with whole_folder(out) as folder:
            manifest = _write(folder, campaign, splits, formats, missing)
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
        raise UnfinishedError(campaign.slug, ", ".join(f"{count} {thing}" for thing, count in missing.items()))
    return splits, missing


def require_formats(formats: Collection[str]) -> None:
    """Raise BadInput, by name, for the first that is no format, and where there is none."""
    for name in formats:
        if name not in FORMATS:
            raise BadInput(f"--formats: no format {name!r}; there are {', '.join(FORMATS)}")
    if not formats:
        raise BadInput(f"--formats: name at least one of {', '.join(FORMATS)}")


def _write(
    folder: Folder, campaign: Campaign, splits: list[str], formats: Collection[str], missing: dict[str, int]
) -> dict[str, Any]:
    outcomes = write_unjudged(folder, unjudged(campaign))
    write_adjudicated(folder, adjudicated(campaign))
    videos: dict[str, int] = {}
    truths = {split: SplitColumns(videos) for split in splits}
    tallies = {split: SplitTally() for split in splits}
    _write_labels(folder, campaign, splits, formats, [_tallied(tallies), _columned(truths)])
    if "tvr" in formats:
        write_videos(folder, video_rows(campaign))
        runs = write_similarity(folder, candidates(campaign), splits, videos)
        expected = {split: expected_scores(truths[split].columns(), runs[split].columns()) for split in splits}
        write_expected(folder, expected)
        write_check(folder, splits)
    scores = _write_scores(folder, campaign, formats)
    if "beir" in formats:
        write_beir_texts(folder, query_rows(campaign), moment_rows(campaign))
    known = facts(campaign, scores, missing)
    write_card(folder, known, tallies, outcomes)
    write_croissant(folder, known, splits)
    return _write_manifest(folder, known, formats)


def _write_labels(
    folder: Folder, campaign: Campaign, splits: list[str], formats: Collection[str], takes: list[Take]
) -> None:
    """Every format's labels in one pass over the rows."""
    with ExitStack() as stack:
        chosen = [writer for name, writer in LABEL_WRITERS.items() if name in formats]
        takes = takes + [stack.enter_context(writer(folder, splits)) for writer in chosen]
        for label in labels(campaign):
            for take in takes:
                take(label)


def _write_scores(folder: Folder, campaign: Campaign, formats: Collection[str]) -> RatingColumns:
    """The raw scores and each rater's qrels in one pass; the texts are read only where they are written."""
    ratings = RatingColumns()
    with ExitStack() as stack:
        takes: list[Callable[[Any], None]] = [ratings.add]
        if "raw" in formats:
            takes.append(stack.enter_context(raw_scores_writer(folder)))
        if "qrels" in formats:
            takes.append(stack.enter_context(rater_qrels_writer(folder)))
        for score in raw_scores(campaign) if "raw" in formats else grades(campaign):
            for take in takes:
                take(score)
    return ratings


def _tallied(tallies: dict[str, SplitTally]) -> Take:
    def take(label: Label) -> None:
        tally = tallies[label.split]
        tally.labels[label.relevance] += 1
        tally.queries.add(label.query_id)

    return take


def _columned(truths: dict[str, SplitColumns]) -> Take:
    def take(label: Label) -> None:
        truths[label.split].add(label, label.relevance)

    return take


def _write_manifest(folder: Folder, known: Facts, formats: Collection[str]) -> dict[str, Any]:
    manifest: dict[str, Any] = {
        "campaign": known.slug,
        "title": known.title,
        "software": known.software,
        "encoder": known.encoder,
        "formats": [name for name in FORMATS if name in formats],
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

    PostgreSQL is told. SQLite's transactions here begin by taking the write lock, so that people could not
    save while an export runs; this one begins as a reader.
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
