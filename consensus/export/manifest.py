"""manifest.json of an export: what it holds, under which rules it came about, and the checksum of every file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from consensus.export.cards.facts import Facts
from consensus.export.folder import MANIFEST, Folder
from consensus.export.formats.registry import AnyFormat

TRIAL = "All scores of a trial come from synthetic annotators; these are not labels."
NOTHING_MORE: Mapping[str, Any] = {}


def write_manifest(
    folder: Folder,
    known: Facts,
    formats: Iterable[AnyFormat],
    counts: Mapping[str, Any] = NOTHING_MORE,
) -> dict[str, Any]:
    """`manifest.json`, written last; `counts` is what only this kind of campaign states. Returns the manifest."""
    manifest: dict[str, Any] = {
        "campaign": known.slug,
        "title": known.title,
        **({"trial": TRIAL} if known.is_trial else {}),
        "software": known.software,
        "encoder": known.encoder,
        "formats": [one.name for one in formats],
        "finished": not known.unfinished,
        "unfinished": known.unfinished,
        "protocols": known.protocols,
        "guideline": known.guideline_version,
        "stated": asdict(known.stated),
        **({"moments_with_sound": known.moments_heard} if known.moments_heard else {}),
        "ledger": {"length": known.ledger_length, "hash": known.ledger_hash},
        **counts,
        "files": folder.files(),
    }
    folder.write(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=2) + "\n")
    return manifest
