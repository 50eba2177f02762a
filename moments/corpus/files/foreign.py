"""Tells from how a file begins that it is no text of lines: an archive, a document, a video, a picture or a sound."""

from __future__ import annotations

import re
from pathlib import Path

from moments.base.errors import BadInput

# The first of each is its magic bytes.
FOREIGN = (
    (b"\x1f\x8b", "is compressed with gzip; unpack it first"),
    (b"PK\x03\x04", "is a ZIP archive or a spreadsheet; unpack it or save the sheet as CSV in UTF-8"),
    (b"\xff\xfe", "is UTF-16; save it as UTF-8"),
    (b"\xfe\xff", "is UTF-16; save it as UTF-8"),
    (b"\xd0\xcf\x11\xe0", "is a spreadsheet; save it as CSV in UTF-8"),
    (b"%PDF", "is a PDF"),
    (b"SQLite format 3", "is a database"),
    (b"PAR1", "is a Parquet file"),
)
STILLS = (b"avif", b"avis", b"heic", b"heix", b"mif1", b"msf1")
SOUNDS = (b"M4A ", b"M4B ")
VIDEO = re.compile(
    rb"....(?:ftyp|moov|mdat)|\x00...(?:wide|free|skip)|\x1a\x45\xdf\xa3|RIFF....AVI |OggS|FLV\x01", re.DOTALL
)
PACKETS = re.compile(rb"(?:\x47.{187}){3}\x47", re.DOTALL)  # of an MPEG transport stream
PICTURE = re.compile(rb"\x89PNG|\xff\xd8\xff|GIF8[79]a|RIFF....WEBP|II\*\x00|MM\x00\*", re.DOTALL)
SOUND = re.compile(rb"ID3[\x02-\x04]|RIFF....WAVE|fLaC", re.DOTALL)


class MediaFile(BadInput):
    """A file that is `what`, such as a video, in place of a list of something."""

    def __init__(self, path: Path, what: str) -> None:
        self.path, self.what = path, what
        super().__init__(f"{path}: is {what}, not a text file")

    def instead_of(self, rows: str) -> BadInput:
        """The same of a file that should list such rows."""
        return BadInput(f"{self.path}: {media_refusal(self.what, rows)}")


def media_refusal(what: str, rows: str) -> str:
    """What is said of such a file in place of a list of such rows, without the file's name."""
    where = "; upload videos on the page Video files" if what == "a video" else ""
    return f"is {what}, not a list of {rows}{where}"


def media_of(head: bytes) -> str:
    """A video, a picture or a sound that a file with this beginning is; empty if it is none of them."""
    if head[4:8] == b"ftyp" and head[8:12] in (*STILLS, *SOUNDS):
        return "a picture" if head[8:12] in STILLS else "a sound file"
    for pattern, what in ((VIDEO, "a video"), (PACKETS, "a video"), (PICTURE, "a picture"), (SOUND, "a sound file")):
        if pattern.match(head):
            return what
    return ""


def refuse_foreign(path: Path, raw: bytes) -> None:
    """Raise BadInput, saying what it is, for a file that begins as one of another kind; `raw` is its beginning.

    A video, a picture or a sound raises MediaFile.
    """
    if what := media_of(raw):
        raise MediaFile(path, what)
    for magic, problem in FOREIGN:
        if raw.startswith(magic):
            raise BadInput(f"{path}: {problem}")
    if raw.removeprefix(b"\xef\xbb\xbf").lstrip()[:9].lower().startswith((b"<!doctype", b"<html", b"<?xml")):
        raise BadInput(f"{path}: is a web page or XML; download the file itself")
