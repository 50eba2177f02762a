"""The name under which an uploaded video is kept, made of the one that its file had."""

from __future__ import annotations

import re
import unicodedata

from moments.base.errors import BadInput
from moments.clips.cutting.containers import SUFFIXES

LONGEST_BYTES = 240  # file systems take 255
LONGEST_NAME = 200
UNSAFE = re.compile(r'[/\\:*?"<>|]')


def kept_name(given: str) -> tuple[str, str]:
    """The video's name and the file's, which has a suffix in small letters.

    Folders, control characters, marks of direction and what file systems refuse are left out or become `_`. Raises
    BadInput for a file without the suffix of a video, and if nothing is left.
    """
    last = unicodedata.normalize("NFC", given.replace("\\", "/")).rsplit("/", 1)[-1]
    printable = "".join(letter for letter in last if letter.isprintable() and letter.encode(errors="ignore"))
    stem, _, suffix = UNSAFE.sub("_", printable).rpartition(".")
    suffix, stem = f".{suffix.strip().lower()}", stem.strip(" .")[:LONGEST_NAME].strip(" .")
    if suffix not in SUFFIXES:
        raise BadInput(f"expected a video: {', '.join(SUFFIXES)}", field="name")
    if not stem:
        raise BadInput("the file has no name besides its suffix", field="name")
    if len(f"{stem}{suffix}".encode()) > LONGEST_BYTES:
        raise BadInput(f"expected at most {LONGEST_BYTES} bytes", field="name")
    return stem, f"{stem}{suffix}"
