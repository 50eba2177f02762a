"""Makes a picture that somebody uploaded fit to show: decoded within limits and written again, nothing else of it kept.

What lies in a file beside its pixels, such as the place where a photo was taken, is gone afterwards, and so is
whatever a decoder could take for something else.
"""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass

from PIL import Image, ImageOps

from moments.base.errors import BadInput
from moments.clips.cutting.sizes import readable_bytes
from moments.clips.formats.gif_blocks import read_gif
from moments.clips.formats.jpeg_segments import read_jpeg
from moments.clips.formats.shapes import Shape

LARGEST_BYTES = 10_000_000
MOST_PIXELS = 25_000_000
# Twice the widest column of a text, for screens of many pixels.
LONGEST_SIDE = 1600
LARGEST_KEPT_BYTES = 6_000_000
QUALITY = 85
KINDS = "PNG, JPEG, WebP or GIF"
DAMAGED = "the picture is damaged"


@dataclass(frozen=True, slots=True)
class CleanPicture:
    """A picture written again: its bytes, what their name ends in, and its size in pixels."""

    content: bytes
    suffix: str
    width: int
    height: int


def picture_format(head: bytes) -> str:
    """What kind of picture begins like this, as Pillow calls it; empty if it is none of those that are taken."""
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if head.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "WEBP"
    return "GIF" if head[:6] in (b"GIF87a", b"GIF89a") else ""


def clean_picture(content: bytes) -> CleanPicture:
    """The picture upright, at most 1,600 pixels long, as PNG, JPEG or WebP.

    Raises BadInput for what is no such picture, is damaged, moves, or has too many bytes or pixels. Its header is read
    here first, so that no decoder sets memory aside for a size that is refused.
    """
    kind = picture_format(content[:16])
    if not kind:
        raise BadInput(f"expected a picture ({KINDS})", field="file")
    if len(content) > LARGEST_BYTES:
        most = readable_bytes(LARGEST_BYTES)
        raise BadInput(f"the picture has {readable_bytes(len(content))}; expected at most {most}", field="file")
    try:
        shape = _shape(kind, content)
    except (ValueError, IndexError, struct.error) as error:
        raise BadInput(DAMAGED, field="file") from error
    _require_fit(shape)
    try:
        return _written(kind, content)
    except (OSError, ValueError, SyntaxError, EOFError, struct.error) as error:
        raise BadInput(DAMAGED, field="file") from error


def _shape(kind: str, content: bytes) -> Shape:
    if kind == "PNG":
        width, height = struct.unpack_from(">II", content, 16)
        return Shape(2 if b"acTL" in content[:4096] else 1, width, height, 0.0)
    if kind == "JPEG":
        return read_jpeg(content[: content.rindex(b"\xff\xd9") + 2])  # cameras append what is no part of it
    return _webp_shape(content) if kind == "WEBP" else read_gif(content)


def _webp_shape(content: bytes) -> Shape:
    """From the first chunk (RFC 9649): lossy, lossless or extended, of which only the last can move."""
    kind = content[12:16]
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", content, 26)
        return Shape(1, width & 0x3FFF, height & 0x3FFF, 0.0)
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", content, 21)
        return Shape(1, (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, 0.0)
    if kind != b"VP8X":
        raise ValueError("not a WebP picture")
    width = int.from_bytes(content[24:27], "little") + 1
    return Shape(2 if content[20] & 2 else 1, width, int.from_bytes(content[27:30], "little") + 1, 0.0)


def _require_fit(shape: Shape) -> None:
    if shape.frames > 1:
        raise BadInput("the picture moves; upload it as an MP4 or WebM clip, which people can stop", field="file")
    if not (shape.width and shape.height):
        raise BadInput(DAMAGED, field="file")
    if shape.width * shape.height > MOST_PIXELS:
        size = f"{shape.width:,} × {shape.height:,}"
        raise BadInput(f"the picture has {size} pixels; expected at most {MOST_PIXELS:,}", field="file")


def _written(kind: str, content: bytes) -> CleanPicture:
    with Image.open(io.BytesIO(content), formats=[kind]) as opened:
        if opened.width * opened.height > MOST_PIXELS:
            raise ValueError("the header that was read is not the one that is decoded")
        upright = ImageOps.exif_transpose(opened)
        if upright.mode.startswith("I"):  # sixteen bits of grey, of which a screen shows the upper eight
            upright = upright.point(lambda level: level * (1 / 256)).convert("L")
        pixels = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    pixels.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)
    pixels.info.clear()  # comments, profiles and texts that a writer would take along
    written, suffix = _encoded(pixels, kind)
    if len(written) > LARGEST_KEPT_BYTES and kind != "JPEG":
        written, suffix = _encoded(pixels, "WEBP")
    return CleanPicture(written, suffix, pixels.width, pixels.height)


def _encoded(pixels: Image.Image, kind: str) -> tuple[bytes, str]:
    out = io.BytesIO()
    if kind == "JPEG":
        pixels.save(out, "JPEG", quality=QUALITY, optimize=True)
        return out.getvalue(), "jpg"
    if kind == "WEBP":
        pixels.save(out, "WEBP", quality=QUALITY)
        return out.getvalue(), "webp"
    pixels.save(out, "PNG", optimize=True)
    return out.getvalue(), "png"
