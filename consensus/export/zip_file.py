"""An export as one ZIP file: the same folder gives the same bytes, wherever and whenever it is packed."""

from __future__ import annotations

import hashlib
import os
import shutil
import zipfile
from pathlib import Path

EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest that ZIP can say: no clock in any file (I7)
COPY_BYTES = 1 << 20
COMPRESSED = {".mp4", ".png"}  # packing clips again costs time and gains nothing


def pack(folder: Path, archive: Path, *, top: str) -> None:
    """Write the folder's files, by name in order, below the folder `top` of the archive; whole or not at all.

    Raises OSError where it cannot be written.
    """
    growing = archive.with_name(f"{archive.name}.partial")
    try:
        with zipfile.ZipFile(growing, "w", zipfile.ZIP_DEFLATED) as packed:
            for path in sorted(path for path in folder.rglob("*") if path.is_file()):
                entry = zipfile.ZipInfo(f"{top}/{path.relative_to(folder).as_posix()}", EPOCH)
                entry.compress_type = zipfile.ZIP_STORED if path.suffix in COMPRESSED else zipfile.ZIP_DEFLATED
                entry.external_attr = 0o100644 << 16
                entry.create_system = 3  # as on Unix, so that the bytes do not tell where it was packed
                with path.open("rb") as source, packed.open(entry, "w", force_zip64=True) as target:
                    shutil.copyfileobj(source, target, COPY_BYTES)
        with growing.open("rb") as file:
            os.fsync(file.fileno())
        growing.replace(archive)
    finally:
        growing.unlink(missing_ok=True)


def sha256_of(path: Path) -> str:
    """The file's SHA-256, 64 hex digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
