"""The files that belong to a campaign: clips, files beside proxies and posters in their storage, runs and exports in
the data folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db.models import QuerySet

from archive.tables.selectors.tables import TABLES
from benchmark.models import Run
from benchmark.runs.files import corpus_path, run_path
from consensus.models import Export
from moments.clips.storage import clip_file
from moments.models import Campaign, Clip, ClipPart, ClipState, Illustration, Poster

CLIP_TABLES = {"clips": Clip, "parts": ClipPart, "posters": Poster}
CLIP_KINDS = tuple(CLIP_TABLES)
# Small, and part of texts that people read: in an archive without clips, too.
ILLUSTRATIONS = "illustrations"
STORED_TABLES = {**CLIP_TABLES, ILLUSTRATIONS: Illustration}
KINDS = (*STORED_TABLES, "runs", "exports")
Stored = Clip | ClipPart | Poster | Illustration
AT_ONCE = 500


def files_of(kind: str, campaign: Campaign, missing: list[str]) -> Iterator[tuple[dict[str, Any], IO[bytes]]]:
    """Each file of that kind, open, with the place of its row; what is not there is added to `missing`."""
    for place, part, path in _named(kind, campaign):
        try:
            with _opened(path) as file:
                yield {"row": place, "part": part}, file
        except FileNotFoundError:
            missing.append(f"{kind} {place}")


def clips_elsewhere(campaign: Campaign) -> Iterator[list[Any]]:
    """Clips, parts and posters by name, for an archive without them: kind, row, key, rendition, bytes, SHA-256."""
    for kind, place, row in _stored_rows(campaign, CLIP_KINDS):
        yield [kind, place, row.key, _rendition(row), row.size, row.sha256]


@contextmanager
def _opened(path: Path | str) -> Iterator[IO[bytes]]:
    opened: Any = clip_file(path) if isinstance(path, str) else path.open("rb")
    with opened as file:
        yield file


def _named(kind: str, campaign: Campaign) -> Iterator[tuple[int, str, Path | str]]:
    """Row, part of the row's files, and where it lies: a path, or a name in the clip storage."""
    if kind in STORED_TABLES:
        for _, place, row in _stored_rows(campaign, (kind,)):
            yield place, _rendition(row), row.name
    elif kind == "runs":
        yield from _runs(campaign)
    else:
        for place, export in enumerate(Export.objects.filter(campaign=campaign).order_by("pk"), start=1):
            if export.path:
                yield place, str(export.number), settings.DATA_DIR / export.path


def _stored_rows(campaign: Campaign, kinds: Sequence[str]) -> Iterator[tuple[str, int, Stored]]:
    """Kind, place and row of what has bytes in the clip storage."""
    for kind in kinds:
        for place, row in enumerate(_rows_of(kind, campaign).iterator(chunk_size=AT_ONCE), start=1):
            if _has_bytes(row):
                yield kind, place, row


def _has_bytes(row: Stored) -> bool:
    if isinstance(row, Illustration):
        return row.removed_at is None
    clip = row.clip if isinstance(row, ClipPart) else row
    return isinstance(clip, Poster) or clip.state == ClipState.READY


def _rows_of(kind: str, campaign: Campaign) -> QuerySet[Any]:
    rows = next(table for table in TABLES if table.model is STORED_TABLES[kind]).rows(campaign)
    return rows.select_related("clip") if kind == "parts" else rows


def _rendition(row: Stored) -> str:
    if isinstance(row, ClipPart):
        return row.kind
    if isinstance(row, Illustration):
        return row.suffix
    return row.rendition if isinstance(row, Clip) else ""


def _runs(campaign: Campaign) -> Iterator[tuple[int, str, Path]]:
    folder = settings.DATA_DIR / "runs" / campaign.slug
    for place, run in enumerate(Run.objects.filter(campaign=campaign).order_by("pk"), start=1):
        if run.stored:
            yield place, "run", run_path(folder, run.stored)
        if run.stored and run.has_corpus:
            yield place, "corpus", corpus_path(folder, run.stored)
