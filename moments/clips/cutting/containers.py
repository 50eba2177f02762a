"""Telling a video file's container from its first bytes, so that ffmpeg never guesses.

ffmpeg left to itself reads a text playlist named `.mp4` as a playlist and opens the files it lists. Here a
file is given to one of five demuxers, none of which opens other files: `mov` ignores external references
unless `-enable_drefs` and `-use_absolute_path` are set, which are off by default and never set here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from moments.clips.cutting.failures import CutError

Demuxer = Literal["mov", "matroska", "avi", "mpegts", "ogg"]

SUFFIXES = (".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".ts", ".ogv")
HEAD_BYTES = 1024
TRANSPORT_PACKET = 188
MOV_BOXES = (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip")
STILL_BRANDS = (b"avif", b"avis", b"heic", b"heix", b"mif1", b"msf1")
PLAYLISTS = (b"#EXTM3U", b"ffconcat", b"<MPD", b"<smil", b"[playlist]", b"[reference]", b"[InternetShortcut]")
IMAGES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\x00", b"MM\x00*", b"8BPS")


def demuxer_of_file(source: Path) -> Demuxer:
    """The demuxer for a file; raises CutError when it is missing, empty or no video container."""
    if not source.is_file():  # a FIFO or a device would block the read below
        raise CutError("missing", "the video file is missing")
    try:
        with source.open("rb") as file:
            head = file.read(HEAD_BYTES)
    except OSError as error:
        raise CutError("missing", f"the video file cannot be read: {error.strerror}") from error
    return demuxer_of(head)


def demuxer_of(head: bytes) -> Demuxer:
    """The demuxer for a file that starts with `head`; raises CutError, with the reason, for anything else."""
    if not head:
        raise CutError("empty", "the video file is empty")
    if _is_mov(head):
        return "mov"
    if head.startswith(b"\x1a\x45\xdf\xa3"):
        return "matroska"
    if head.startswith(b"RIFF") and head[8:12] == b"AVI ":
        return "avi"
    if head.startswith(b"OggS"):
        return "ogg"
    if _is_transport_stream(head):
        return "mpegts"
    raise _refusal(head)


def _is_mov(head: bytes) -> bool:
    if head[4:8] not in MOV_BOXES:
        return False
    return not (head[4:8] == b"ftyp" and head[8:12] in STILL_BRANDS)


def _is_transport_stream(head: bytes) -> bool:
    starts = head[: 4 * TRANSPORT_PACKET : TRANSPORT_PACKET]
    return starts == b"\x47" * 4


def _refusal(head: bytes) -> CutError:
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if any(word in text for word in PLAYLISTS):
        return CutError("playlist", "the file is a playlist, not a video")
    if _is_image(head, text):
        return CutError("not_a_video", "the file is an image, not a video")
    if _is_text(head):
        return CutError("not_a_video", "the file is text, not a video")
    known = "MP4, WebM, Matroska, AVI, MPEG-TS, Ogg"
    return CutError("not_a_video", f"the file is not a video of a known kind ({known})")


def _is_image(head: bytes, text: bytes) -> bool:
    webp = head.startswith(b"RIFF") and head[8:12] == b"WEBP"
    still = head[4:8] == b"ftyp" and head[8:12] in STILL_BRANDS
    return webp or still or head.startswith(IMAGES) or b"<svg" in text


def _is_text(head: bytes) -> bool:
    return all(byte >= 32 or byte in b"\t\n\r\f" for byte in head)
