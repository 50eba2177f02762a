"""Reading a JPEG's size from its segments, without decoding a picture (ISO/IEC 10918-1, annex B)."""

from __future__ import annotations

import struct

from moments.clips.formats.shapes import Shape

START, END = b"\xff\xd8", b"\xff\xd9"
# Start of a frame, baseline to progressive; between them lie tables (C4, C8, CC) that are none.
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def read_jpeg(content: bytes) -> Shape:
    """The shape of a whole JPEG: one frame of 0 s; raises ValueError when it is none or breaks off."""
    if not content.startswith(START):
        raise ValueError("not a JPEG")
    if not content.endswith(END):
        raise ValueError("the JPEG breaks off")
    position = len(START)
    try:
        while True:
            marker, kind, length = struct.unpack_from(">BBH", content, position)
            if marker != 0xFF:
                raise ValueError("not a JPEG segment")
            if kind in FRAMES:
                height, width = struct.unpack_from(">HH", content, position + 5)
                return Shape(1, width, height, 0.0)
            position += 2 + length
    except struct.error as error:
        raise ValueError("the JPEG breaks off") from error
