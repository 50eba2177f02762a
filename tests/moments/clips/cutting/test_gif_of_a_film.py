"""Ten moments of a real film are cut into the frames that they ask for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.moments.clips.cutting.single import cut_one

LENGTHS_S = [0.7, 1, 1.4, 2, 2.5, 1.6, 2.2, 1.8, 1.2, 0.4]
MOMENTS = [(0.5 * step, 0.5 * step + length) for step, length in enumerate(LENGTHS_S)]


@pytest.mark.real_data
@pytest.mark.parametrize(("start_s", "end_s"), MOMENTS)
def test_a_moment_of_a_film_has_its_frames(start_s: float, end_s: float, real_data: Path, tmp_path: Path) -> None:
    clip = cut_one(real_data / "video/bigbuckbunny.mp4", start_s, end_s, tmp_path / "clip.gif")
    with Image.open(tmp_path / "clip.gif") as image:
        assert abs(image.n_frames - round((end_s - start_s) * 3)) <= 1
        assert image.size == (clip.width, clip.height) == (854, 480)
