"""Fresh random names for the files of a restored campaign, all drawn from one secret.

The secret lies in the data folder while a restore runs, so that the next restore can clear away what a killed one had
stored already, without a list of names.
"""

from __future__ import annotations

import base64
import fcntl
import hashlib
import hmac
import json
import logging
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from moments.clips.storage import delete_clip
from moments.models import Campaign, Clip, ClipPart, Illustration, Poster
from moments.models.clips import MEDIA_TYPES, PART_MEDIA_TYPES
from moments.models.illustrations import ILLUSTRATION_TYPES

FOLDER = "restoring"
Stored = Clip | ClipPart | Poster | Illustration
OWN_FOLDERS = ("runs", "exports")
# What a key may be the key of, by kind of file.
ROWS: dict[str, Callable[[str], Sequence[Stored]]] = {
    "clips": lambda key: [Clip(key=key, rendition=rendition) for rendition in MEDIA_TYPES],
    "parts": lambda key: [ClipPart(key=key, kind=kind) for kind in PART_MEDIA_TYPES],
    "posters": lambda key: [Poster(key=key)],
    "illustrations": lambda key: [Illustration(key=key, suffix=ending) for ending in ILLUSTRATION_TYPES],
}
logger = logging.getLogger("reelevance.restoring")


@dataclass(frozen=True, slots=True)
class FreshNames:
    """Names of 24 characters that reveal nothing, the same for the same secret."""

    secret: bytes

    def name(self, kind: str, place: int) -> str:
        """The name of the file that belongs to the row in that place."""
        digest = hmac.digest(self.secret, f"{kind}:{place}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest[:18]).decode()


@contextmanager
def fresh_names(counts: dict[str, int], slug: str = "") -> Iterator[FreshNames]:
    """Names for so many files of each kind; their bytes are removed where the block does not end well.

    So are the folders of runs and exports of that slug, if one is given and they were not there before.
    """
    folder = settings.DATA_DIR / FOLDER
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _clear_killed(folder)
    secret, absent = secrets.token_bytes(32), _absent_folders(slug) if slug else []
    note = folder / secrets.token_hex(8)
    with os.fdopen(os.open(note, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        json.dump({"secret": secret.hex(), "counts": counts, "slug": slug, "folders": absent}, file)
        file.flush()
        os.fsync(file.fileno())
        try:
            yield FreshNames(secret)
        except BaseException:
            _remove(FreshNames(secret), counts)
            _remove_folders(slug, absent)
            raise
        finally:
            note.unlink(missing_ok=True)


def _clear_killed(folder: Path) -> None:
    """Remove what restores stored that nobody runs any more; a running one holds its note."""
    for note in folder.iterdir():
        with note.open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                killed = json.load(file)
            except BlockingIOError:
                continue
            except ValueError:  # killed before anything was stored
                killed = {"secret": "", "counts": {}}
            _remove(FreshNames(bytes.fromhex(killed["secret"])), killed["counts"])
            _remove_folders(killed.get("slug", ""), killed.get("folders", ()))
            note.unlink(missing_ok=True)


def _remove(names: FreshNames, counts: dict[str, int]) -> None:
    """Delete the bytes that no row names: a restore that was killed after its commit keeps its own."""
    for kind, rows_of in ROWS.items():
        for place in range(1, counts.get(kind, 0) + 1):
            rows = rows_of(names.name(kind, place))
            if not type(rows[0])._default_manager.filter(key=rows[0].key).exists():
                for row in rows:
                    _delete(row)


def _absent_folders(slug: str) -> list[str]:
    """Which of the folders that a restore writes for the campaign are not there yet."""
    return [name for name in OWN_FOLDERS if not (settings.DATA_DIR / name / slug).exists()]


def _remove_folders(slug: str, folders: Sequence[str]) -> None:
    """Delete what a restore wrote there, unless it was committed."""
    if slug and not Campaign.objects.filter(slug=slug).exists():
        for name in folders:
            shutil.rmtree(settings.DATA_DIR / name / slug, ignore_errors=True)


def _delete(clip: Stored) -> None:
    try:
        delete_clip(clip.name)
    except Exception:  # nothing names these bytes; a storage that is away must not hide why the restore failed
        logger.exception("%s stays in the clip storage, although no clip refers to it", clip.name)
