"""Reading a GIF's frames, size and length from its blocks, without decoding a picture (GIF89a, W3C 1990)."""

from __future__ import annotations

from moments.clips.formats.shapes import Shape

EXTENSION, IMAGE, TRAILER = 0x21, 0x2C, 0x3B
GRAPHIC_CONTROL = 0xF9


def read_gif(content: bytes) -> Shape:
    """The shape of a whole GIF; raises ValueError when it is no GIF or breaks off."""
    if content[:6] not in (b"GIF89a", b"GIF87a"):
        raise ValueError("not a GIF")
    try:
        frames, hundredths = _frames_and_hundredths(content)
        return Shape(frames, _number(content, 6), _number(content, 8), hundredths / 100)
    except IndexError as error:
        raise ValueError("the GIF breaks off") from error


def _frames_and_hundredths(content: bytes) -> tuple[int, int]:
    frames, hundredths = 0, 0
    position = 13 + _table_bytes(content[10])
    while content[position] != TRAILER:
        if content[position] == IMAGE:
            frames += 1
            position = _after_blocks(content, position + 11 + _table_bytes(content[position + 9]))
        elif content[position] == EXTENSION:
            if content[position + 1] == GRAPHIC_CONTROL:
                hundredths += _number(content, position + 4)
            position = _after_blocks(content, position + 2)
        else:
            raise ValueError("not a GIF block")
    return frames, hundredths


def _table_bytes(flags: int) -> int:
    """The size of the colour table that a packed field announces."""
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _after_blocks(content: bytes, position: int) -> int:
    """The position after a chain of data blocks and its empty end."""
    while content[position] != 0:
        position += content[position] + 1
    return position + 1


def _number(content: bytes, position: int) -> int:
    return content[position] | content[position + 1] << 8
