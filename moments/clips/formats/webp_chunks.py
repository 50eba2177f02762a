"""Reading a WebP's frames, size and length from its chunks, without decoding a picture (RFC 9649)."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from moments.clips.formats.shapes import Shape

HEADER_BYTES = 8
STILL_START = b"\x9d\x01\x2a"


def read_webp(content: bytes) -> Shape:
    """The shape of a whole WebP; a still one has one frame of 0 s. Raises ValueError when it is none or breaks off."""
    if content[:4] != b"RIFF" or content[8:12] != b"WEBP":
        raise ValueError("not a WebP")
    if len(content) != HEADER_BYTES + int.from_bytes(content[4:8], "little"):
        raise ValueError("the WebP breaks off")
    try:
        chunks = list(_chunks(content))
        if chunks and chunks[0][0] == b"VP8 ":
            return Shape(1, *_still_size(chunks[0][1]), 0.0)
        canvas = dict(chunks)[b"VP8X"]
        lengths_ms = [_number(inside, 12) for kind, inside in chunks if kind == b"ANMF"]
        return Shape(len(lengths_ms), _number(canvas, 4) + 1, _number(canvas, 7) + 1, sum(lengths_ms) / 1000)
    except (struct.error, KeyError) as error:
        raise ValueError("the WebP breaks off") from error


def _still_size(picture: bytes) -> tuple[int, int]:
    """Width and height in the header of a lossy key frame (RFC 6386, 9.1); the two highest bits scale."""
    if picture[3:6] != STILL_START:
        raise ValueError("not a WebP picture")
    width, height = struct.unpack_from("<HH", picture, 6)
    return width & 0x3FFF, height & 0x3FFF


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    position = 12
    while position < len(content):
        kind, length = struct.unpack_from("<4sI", content, position)
        end = position + HEADER_BYTES + length
        if end > len(content):
            raise ValueError("the WebP breaks off")
        yield kind, content[position + HEADER_BYTES : end]
        position = end + length % 2  # chunks begin at even places


def _number(content: bytes, position: int) -> int:
    """Three bytes, the lowest first."""
    low, high = struct.unpack_from("<HB", content, position)
    return int(low | high << 16)
