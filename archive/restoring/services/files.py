"""Stores the files of an archive before its rows: under fresh names, which nothing refers to yet."""

from __future__ import annotations

import os
import re
import shutil
from array import array
from bisect import bisect_left
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from django.conf import settings

from archive.restoring.services.names import FreshNames
from archive.tables.file import ArchiveReader
from archive.tables.selectors.files import ILLUSTRATIONS, KINDS, STORED_TABLES, Stored
from archive.writing.services import ELSEWHERE
from benchmark.runs.files import corpus_path, run_path
from consensus.export.services.history import FOLDER
from moments.base.errors import BadInput
from moments.clips.storage import store_bytes, stored_bytes
from moments.models import Clip, ClipPart, Illustration, Poster
from moments.models.clips import MEDIA_TYPES, PART_MEDIA_TYPES
from moments.models.illustrations import ILLUSTRATION_TYPES

KEY = re.compile(r"[A-Za-z0-9_-]{20,40}\Z")
RENDITIONS = {
    "clips": {*MEDIA_TYPES},
    "parts": {*PART_MEDIA_TYPES},
    "posters": {""},
    ILLUSTRATIONS: {*ILLUSTRATION_TYPES},
}


class StoredFiles:
    """Which rows have their files, and what clips are called that lie in the storage already.

    `incomplete` are clips, by place, that lack a file which has to lie beside them.
    """

    def __init__(self) -> None:
        self._rows: dict[str, array[int]] = {kind: array("q") for kind in KINDS}
        self.found: dict[tuple[str, int], str] = {}
        self.incomplete: set[int] = set()

    def add(self, kind: str, row: int) -> None:
        """The row's file is stored; rows grow."""
        self._rows[kind].append(row)

    def has(self, kind: str, row: int) -> bool:
        """Whether it is."""
        rows = self._rows[kind]
        at = bisect_left(rows, row)
        return at < len(rows) and rows[at] == row

    def is_there(self, kind: str, row: int) -> bool:
        """Whether it is, or lies in the storage already."""
        return (kind, row) in self.found or self.has(kind, row)


def store_files(archive: ArchiveReader, slug: str, names: FreshNames, advance: Callable[[int], None]) -> StoredFiles:
    """Store all that the archive holds, and look for clips that it only lists; raises BadInput where that fails."""
    stored = StoredFiles()
    for kind in KINDS:
        for about, file in archive.files(kind):
            try:
                _store(kind, about, file, slug, names)
            except Exception as error:  # whatever the storage's client raises
                raise BadInput(f"{kind} {about['row']} cannot be stored: {type(error).__name__}: {error}") from error
            stored.add(kind, about["row"])
            advance(about["bytes"])
    _, listed = archive.table(ELSEWHERE)
    for row in listed:
        if not _is_listed(row):
            raise BadInput(f"{archive.path}: its list of clips cannot be read")
        kind, place, key, rendition, size, _ = row
        if _lies_here(kind, key, rendition, size):
            stored.found[kind, place] = key
    stored.incomplete = _incomplete(archive, stored)
    return stored


def _incomplete(archive: ArchiveReader, stored: StoredFiles) -> set[int]:
    """Clips, by place, with a part whose bytes are nowhere; rows that are none are refused when they are restored."""
    columns, rows = archive.table(ClipPart._meta.label_lower)
    places = (
        row[columns.index("clip")]
        for place, row in enumerate(rows, start=1)
        if not stored.is_there("parts", place) and isinstance(row, list) and len(row) == len(columns)
    )
    return {place for place in places if isinstance(place, int)} if "clip" in columns else set()


def export_path(slug: str, number: int) -> Path:
    """Where an export's archive lies, from the data folder."""
    return Path(FOLDER) / slug / str(number) / f"{slug}-export-{number}.zip"


def _store(kind: str, about: dict[str, Any], file: IO[bytes], slug: str, names: FreshNames) -> None:
    name = names.name(kind, about["row"])
    if kind in STORED_TABLES:
        store_bytes(_clip(kind, name, about["part"]), file)
    elif kind == "runs":
        folder = settings.DATA_DIR / "runs" / slug
        _write(run_path(folder, name) if about["part"] == "run" else corpus_path(folder, name), file)
    else:
        _write(settings.DATA_DIR / export_path(slug, int(about["part"])), file)


def _clip(kind: str, key: str, part: str) -> Stored:
    """What has a name in the clip storage; raises KeyError for a rendition or a kind of part that there is not."""
    if part not in RENDITIONS[kind]:
        raise KeyError(part)
    if kind == "clips":
        return Clip(key=key, rendition=part)
    if kind == ILLUSTRATIONS:
        return Illustration(key=key, suffix=part)
    return ClipPart(key=key, kind=part) if kind == "parts" else Poster(key=key)


def _write(path: Path, source: IO[bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o750)
    growing = path.with_name(f"{path.name}.partial")
    with growing.open("wb") as file:
        shutil.copyfileobj(source, file)
        file.flush()
        os.fsync(file.fileno())
    growing.replace(path)


def _is_listed(row: Any) -> bool:
    """Whether a row lists a clip under a name such as clips have: another would lead to other files of the storage."""
    if not isinstance(row, list) or len(row) != 6:
        return False
    kind, place, key, rendition, size, _ = row
    if not all(isinstance(text, str) for text in (kind, key, rendition)):
        return False
    numbers = isinstance(place, int) and isinstance(size, int)
    return numbers and rendition in RENDITIONS.get(kind, ()) and bool(KEY.match(key))


def _lies_here(kind: str, key: str, rendition: str, size: int) -> bool:
    """Whether the storage has a file of that name and size that no row of this database names."""
    clip = _clip(kind, key, rendition)
    if type(clip)._default_manager.filter(key=key).exists():
        return False
    return stored_bytes(clip.name) == size
