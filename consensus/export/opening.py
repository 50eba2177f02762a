"""Opens an export that was made before, a folder or a ZIP file, and trusts nothing but its checksums."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from consensus.export.folder import MANIFEST
from consensus.export.formats.export_format import GRADE
from consensus.export.marking.marking_format import MARK
from consensus.export.twins.twin_format import TWIN
from moments.base.errors import BadInput

MOST_MANIFEST_BYTES = 4 << 20


class OpenedExport:
    """An export's manifest, and its files by name."""

    def __init__(self, path: Path, archive: zipfile.ZipFile | None, manifest: Mapping[str, Any], top: str) -> None:
        self.path = path
        self.manifest = manifest
        self._archive = archive
        self._top = top

    @property
    def head(self) -> tuple[int, str]:
        """How long the ledger was, and the hash of its last entry."""
        ledger = self.manifest["ledger"]
        return int(ledger["length"]), str(ledger["hash"])

    @property
    def kind(self) -> str:
        """The kind of its campaign: only where segments are marked there are pools, and only twins are counted."""
        return MARK if "pools" in self.manifest else TWIN if "twins" in self.manifest else GRADE

    @property
    def splits(self) -> list[str]:
        """The splits of which there are labels as JSON."""
        names = self.manifest["files"]
        return sorted(name.removesuffix(".json") for name in names if f"similarity/{name}" in names)

    def lines(self, name: str) -> Iterator[str]:
        """The file's lines; raises BadInput at the end where its bytes are not those of the manifest."""
        digest = hashlib.sha256()
        try:
            with self._stream(name) as stream:
                for line in stream:
                    digest.update(line)
                    yield line.decode("utf-8")
        except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
            raise BadInput(f"{self.path}: {name}: {getattr(error, 'strerror', None) or error}") from error
        if digest.hexdigest() != self.manifest["files"][name]["sha256"]:
            raise BadInput(f"{self.path}: {name} was changed after the export: its checksum differs")

    def _stream(self, name: str) -> IO[bytes]:
        if self._archive is not None:
            return self._archive.open(f"{self._top}{name}")
        return (self.path / name).open("rb")


@contextmanager
def opened_export(path: Path) -> Iterator[OpenedExport]:
    """The export in a folder or a ZIP file; raises BadInput if there is none."""
    if path.is_dir():
        yield _in_folder(path)
        return
    try:
        archive = zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile) as error:
        raise BadInput(f"{path}: is not an export: {getattr(error, 'strerror', None) or error}") from error
    with archive:
        yield _in_archive(path, archive)


def _in_folder(path: Path) -> OpenedExport:
    try:
        with (path / MANIFEST).open("rb") as file:
            text = _bounded(path, file)
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: is not an export: {MANIFEST}: {getattr(error, 'strerror', None) or error}") from error
    return OpenedExport(path, None, _manifest(path, text), "")


def _in_archive(path: Path, archive: zipfile.ZipFile) -> OpenedExport:
    """The export below the archive's one folder."""
    for name in archive.namelist():
        if name.count("/") == 1 and name.endswith(f"/{MANIFEST}"):
            try:
                with archive.open(name) as file:
                    text = _bounded(path, file)
            except BadInput:
                raise
            except (OSError, ValueError, zipfile.BadZipFile) as error:
                raise BadInput(f"{path}: {name}: {error}") from error
            return OpenedExport(path, archive, _manifest(path, text), name.removesuffix(MANIFEST))
    raise BadInput(f"{path}: is not an export: it contains no {MANIFEST}")


def _bounded(path: Path, file: IO[bytes]) -> str:
    content = file.read(MOST_MANIFEST_BYTES + 1)
    if len(content) > MOST_MANIFEST_BYTES:
        raise BadInput(f"{path}: {MANIFEST} is larger than {MOST_MANIFEST_BYTES:,} bytes")
    return content.decode("utf-8")


def _manifest(path: Path, text: str) -> Mapping[str, Any]:
    try:
        manifest: Mapping[str, Any] = json.loads(text)
        _ = str(manifest["campaign"]), int(manifest["ledger"]["length"]), str(manifest["ledger"]["hash"])
        _ = {name: str(described["sha256"]) for name, described in manifest["files"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadInput(f"{path}: {MANIFEST} is not the manifest of an export") from error
    return manifest
