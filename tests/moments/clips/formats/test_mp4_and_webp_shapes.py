"""Reading MP4 and WebP shapes from their bytes: what is none, or breaks off, says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from moments.clips.formats.mp4_boxes import read_mp4
from moments.clips.formats.shapes import Shape
from moments.clips.formats.webp_chunks import read_webp
from tests.moments.clips.cutting.single import cut_one

READERS = {"mp4": read_mp4, "webp": read_webp}


@pytest.fixture(scope="module")
def clips(film: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("clips")
    for name in READERS:
        cut_one(film, 0, 1, folder / f"clip.{name}", height=64)
    return {name: (folder / f"clip.{name}").read_bytes() for name in READERS}


@pytest.mark.parametrize(("name", "seconds"), [("mp4", 1.0), ("webp", 1.0)])
def test_a_whole_clip_is_read(name: str, seconds: float, clips: dict[str, bytes]) -> None:
    assert READERS[name](clips[name]) == Shape(3, 86, 64, seconds)


@pytest.mark.parametrize("name", READERS)
def test_a_clip_cut_short_anywhere_is_never_read_as_whole(name: str, clips: dict[str, bytes]) -> None:
    content = clips[name]
    for length in range(0, len(content) - 1, 7):
        with pytest.raises(ValueError):
            READERS[name](content[:length])


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("content", [b"", b"GIF89a and so on", b"\x00" * 64, b"RIFF\x04\x00\x00\x00WEBP", b"text" * 99])
def test_what_is_none_is_refused(name: str, content: bytes) -> None:
    with pytest.raises(ValueError):
        READERS[name](content)


def test_a_still_webp_is_one_frame_without_a_time(film: Path, tmp_path: Path) -> None:
    cut_one(film, 0, 0.3, tmp_path / "clip.webp", height=64)
    assert read_webp((tmp_path / "clip.webp").read_bytes()) == Shape(1, 86, 64, 0.0)
