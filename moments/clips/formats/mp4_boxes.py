"""Reading an MP4's frames, size and length from its boxes, without decoding a picture (ISO/IEC 14496-12)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from mmap import mmap

from moments.clips.formats.shapes import Shape

HEADER_BYTES = 8
LARGE_HEADER_BYTES = 16
# Where the fields lie, counted from the first byte behind a box's header.
TIMESCALE, TIME_TABLE, SIZE_OF_PICTURE, KIND_OF_TRACK = 12, 8, 40, 8
PICTURES, SOUND = b"vide", b"soun"


def read_mp4(content: bytes | mmap) -> Shape:
    """The shape of a whole MP4 with one track of pictures and at most one of sound; raises ValueError when it is none
    or breaks off.
    """
    if content[4:8] != b"ftyp":
        raise ValueError("not an MP4")
    with memoryview(content) as view:
        return _shape(view)


def _shape(content: memoryview) -> Shape:
    try:
        whole = dict(_boxes(content))
        if not whole.get(b"mdat"):
            raise ValueError("the MP4 holds no pictures")
        tracks = _tracks(whole.get(b"moov", content[:0]))
        media = tracks[PICTURES]
        table = _box(_box(media, b"minf"), b"stbl")
        width, height = struct.unpack_from(">HH", _box(table, b"stsd"), SIZE_OF_PICTURE)
        (timescale,) = struct.unpack_from(">I", _box(media, b"mdhd"), TIMESCALE)
        frames, units = _frames_and_units(_box(table, b"stts"))
        return Shape(frames, width, height, units / timescale, SOUND in tracks)
    except (struct.error, ZeroDivisionError) as error:
        raise ValueError("the MP4 breaks off") from error


def _tracks(index: memoryview) -> dict[bytes, memoryview]:
    """The media of each track by its kind."""
    media = [_box(inside, b"mdia") for kind, inside in _boxes(index) if kind == b"trak"]
    tracks = {bytes(_box(one, b"hdlr")[KIND_OF_TRACK : KIND_OF_TRACK + 4]): one for one in media}
    if len(tracks) < len(media) or PICTURES not in tracks or not tracks.keys() <= {PICTURES, SOUND}:
        raise ValueError("the MP4 has other tracks than pictures and sound")
    return tracks


def _frames_and_units(table: memoryview) -> tuple[int, int]:
    """Of a time-to-sample table: how many samples, and how long they last in units of the timescale."""
    (runs,) = struct.unpack_from(">I", table, TIME_TABLE - 4)
    counts = [struct.unpack_from(">II", table, TIME_TABLE + 8 * run) for run in range(runs)]
    return sum(count for count, _ in counts), sum(count * units for count, units in counts)


def _box(content: memoryview, name: bytes) -> memoryview:
    """The content of the first box of that name."""
    for kind, inside in _boxes(content):
        if kind == name:
            return inside
    raise ValueError(f"the MP4 has no {name.decode()}")


def _boxes(content: memoryview) -> Iterator[tuple[bytes, memoryview]]:
    position = 0
    while position < len(content):
        length, kind = struct.unpack_from(">I4s", content, position)
        header = HEADER_BYTES
        if length == 1:  # of more than 4 GB: the length comes behind the kind
            (length,), header = struct.unpack_from(">Q", content, position + HEADER_BYTES), LARGE_HEADER_BYTES
        if length < header or position + length > len(content):
            raise ValueError("the MP4 breaks off")
        yield kind, content[position + header : position + length]
        position += length
