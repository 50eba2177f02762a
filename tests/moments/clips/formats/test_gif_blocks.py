"""A GIF's blocks tell its shape."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from moments.clips.formats.gif_blocks import read_gif
from moments.clips.formats.shapes import Shape


def gif(frames: int, *, duration: int = 330) -> bytes:
    """An animated GIF of Pillow's making; `duration` in milliseconds a frame."""
    images = [Image.effect_noise((40, 20), 10 + frame).quantize(16) for frame in range(frames)]
    buffer = BytesIO()
    images[0].save(buffer, "GIF", save_all=True, append_images=images[1:], duration=duration, loop=0)
    return buffer.getvalue()


@pytest.mark.parametrize("frames", [1, 2, 7])
def test_frames_size_and_length_are_counted(frames: int) -> None:
    seconds = 0.33 * frames
    shape = read_gif(gif(frames))
    assert (shape.frames, shape.width, shape.height) == (frames, 40, 20)
    assert shape.seconds == pytest.approx(seconds, abs=0.001)


def test_a_gif_without_pictures_has_no_frames() -> None:
    assert read_gif(b"GIF89a\x02\x00\x01\x00\x00\x00\x00;") == Shape(0, 2, 1, 0.0)


@pytest.mark.parametrize("content", [b"", b"GIF89a", b"PNG", gif(3)[:-1], gif(3)[:99], b"GIF89a" + bytes(9)])
def test_a_gif_that_is_none_or_breaks_off_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="GIF"):
        read_gif(content)
