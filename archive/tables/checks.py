"""What a campaign's archive may look like, before anything of it is believed: its packing and its manifest."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

MOST_PACKED = 200  # rows of JSON are packed to a tenth; deflate itself could make a thousand bytes of one
FREE_BYTES = 1 << 20


def unfit_packing(entries: Sequence[zipfile.ZipInfo], size: int) -> str:
    """Why a ZIP file of `size` bytes would unpack to more than an archive can hold; empty if it would not."""
    if sum(entry.compress_size for entry in entries) > size:
        return "its entries overlap"
    for entry in entries:
        if entry.filename.startswith("files/") and entry.compress_type != zipfile.ZIP_STORED:
            return f"{entry.filename} is compressed"
        if entry.file_size > MOST_PACKED * entry.compress_size + FREE_BYTES:
            return f"{entry.filename} unpacks to {entry.file_size:,} bytes"
    return ""


def unfit_manifest(manifest: Mapping[str, Any]) -> str:
    """What of the manifest is not what a writer puts there; empty if all is."""
    migrations, ledger = manifest.get("migrations", {}), manifest.get("ledger", {})
    if not _texts(migrations) or not isinstance(ledger, dict):
        return "its manifest does not name the platform that wrote it"
    for name, entry in manifest["entries"].items():
        numbers = (
            (entry.get("bytes"), entry.get("rows", 0), entry.get("files", 0)) if isinstance(entry, dict) else (None,)
        )
        if not all(isinstance(number, int) and number >= 0 for number in numbers):
            return f"its manifest does not say what {name[:100]} is"
        if not isinstance(entry.get("sha256"), str):
            return f"its manifest has no checksum for {name[:100]}"
    return ""


def _texts(values: object) -> bool:
    return isinstance(values, dict) and all(isinstance(value, str) for value in values.values())
