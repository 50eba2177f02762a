"""Pictures that people upload: written again, with limits that a header cannot talk its way around."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image, PngImagePlugin

from moments.base.errors import BadInput
from moments.illustrations.pictures import LARGEST_BYTES, clean_picture


def written(kind: str, size: tuple[int, int] = (60, 40), mode: str = "RGB", **options: object) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, options.pop("colour", 90)).save(out, kind, **options)
    return out.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_that_claims(width: int, height: int) -> bytes:
    """A few hundred bytes whose header asks for that many pixels."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def webp_that_claims(width: int, height: int) -> bytes:
    inside = b"\0\0\0\0" + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body = b"WEBPVP8X" + struct.pack("<I", len(inside)) + inside
    return b"RIFF" + struct.pack("<I", len(body)) + body


@pytest.mark.parametrize(
    ("content", "suffix"),
    [
        (written("PNG"), "png"),
        (written("PNG", mode="RGBA", colour=(1, 2, 3, 90)), "png"),
        (written("PNG", mode="P"), "png"),
        (written("PNG", mode="I;16", colour=40_000), "png"),
        (written("JPEG"), "jpg"),
        (written("JPEG", mode="CMYK", colour=(1, 2, 3, 4)), "jpg"),
        (written("JPEG") + b"what a camera appended", "jpg"),
        (written("WEBP"), "webp"),
        (written("WEBP", lossless=True), "webp"),
        (written("WEBP", mode="RGBA", colour=(1, 2, 3, 90)), "webp"),
        (written("GIF"), "png"),
    ],
)
def test_every_kind_is_written_again(content: bytes, suffix: str) -> None:
    clean = clean_picture(content)
    with Image.open(io.BytesIO(clean.content)) as picture:
        assert (clean.suffix, clean.width, clean.height, picture.size) == (suffix, 60, 40, (60, 40))
        picture.load()


def test_sixteen_bits_of_grey_keep_their_brightness() -> None:
    clean = clean_picture(written("PNG", mode="I;16", colour=40_000))
    with Image.open(io.BytesIO(clean.content)) as picture:
        assert picture.convert("L").getpixel((5, 5)) == 40_000 >> 8


def test_nothing_is_left_of_what_lies_beside_the_pixels_and_the_picture_stands_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was turned
    exif[0x010E] = "the secret place"
    noted = PngImagePlugin.PngInfo()
    noted.add_text("Comment", "the secret place")
    photo = clean_picture(written("JPEG", exif=exif, comment=b"the secret place"))
    drawing = clean_picture(written("PNG", pnginfo=noted))
    assert (photo.width, photo.height) == (40, 60)
    for clean in (photo, drawing):
        assert b"secret" not in clean.content
        assert b"Exif" not in clean.content


def test_a_large_picture_becomes_as_large_as_a_page_can_show() -> None:
    clean = clean_picture(written("PNG", (3200, 400)))
    assert (clean.width, clean.height) == (1600, 200)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "expected a picture"),
        (b"", "expected a picture"),
        (b"\x89PNG\r\n\x1a\n" + bytes(LARGEST_BYTES), "at most 10 MB"),
        (png_that_claims(50_000, 50_000), "50,000 × 50,000 pixels; expected at most 25,000,000"),
        (webp_that_claims(16_000, 16_000), "16,000 × 16,000 pixels"),
        (png_that_claims(300, 300), "damaged"),
        (png_that_claims(0, 5), "damaged"),
        (written("PNG")[:50], "damaged"),
        (written("JPEG")[:200], "damaged"),
        (written("GIF")[:20], "damaged"),
        (b"RIFF\x04\0\0\0WEBPnone", "damaged"),
        (b"\x89PNG\r\n\x1a\n", "damaged"),
        (written("GIF", save_all=True, append_images=[Image.new("RGB", (60, 40), 9)]), "the picture moves"),
        (written("WEBP", save_all=True, append_images=[Image.new("RGB", (60, 40), 9)]), "the picture moves"),
        (written("PNG", save_all=True, append_images=[Image.new("RGB", (60, 40), 9)]), "the picture moves"),
    ],
)
def test_what_cannot_be_shown_is_refused_with_the_reason(content: bytes, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        clean_picture(content)
