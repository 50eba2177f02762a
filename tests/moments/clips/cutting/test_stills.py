"""Still pictures show the very frames that were asked for, at the size that was asked for, and nothing else."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from moments.clips.cutting.failures import CutError
from moments.clips.cutting.stills import cut_stills
from moments.clips.cutting.whole_video import WholeVideo, cut_whole_video
from tests.rig.numbered import number_in, write_numbered

FRAMES = 200


@pytest.fixture(scope="module", params=["", "setpts='700+40*N'"], ids=["uneven", "begins late"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("stills")
    write_numbered(found / "film.mkv", FRAMES, **({"spacing": request.param} if request.param else {}))
    return found


@pytest.fixture(scope="module")
def whole(folder: Path) -> WholeVideo:
    return cut_whole_video(folder / "film.mkv", folder)


def test_each_picture_is_of_the_frame_that_was_asked_for(folder: Path, whole: WholeVideo) -> None:
    frames = [0, 1, 2, 17, 60, 99, 151, FRAMES - 1, 3]
    pictures = cut_stills(folder / "proxy.mp4", whole.table, frames, folder, height=64)
    assert [number_in(np.asarray(Image.open(BytesIO(one)).convert("L"))) for one in pictures] == frames
    assert not (folder / "still.jpg").exists()


@pytest.mark.parametrize(("height", "lines"), [(32, 32), (720, 64)])
def test_it_is_never_enlarged_and_holds_no_metadata(folder: Path, whole: WholeVideo, height: int, lines: int) -> None:
    (content,) = cut_stills(folder / "proxy.mp4", whole.table, [5], folder, height=height)
    picture = Image.open(BytesIO(content))
    assert (picture.format, picture.height) == ("JPEG", lines)
    assert not {"exif", "comment"} & set(picture.info)
    assert b"Lavc" not in content


def test_a_file_that_is_no_video_is_refused(folder: Path, whole: WholeVideo) -> None:
    (folder / "text.mp4").write_text("#EXTM3U\n/etc/passwd\n")
    with pytest.raises(CutError, match="playlist"):
        cut_stills(folder / "text.mp4", whole.table, [0], folder, height=64)


def test_a_proxy_that_breaks_off_is_refused(folder: Path, whole: WholeVideo) -> None:
    content = (folder / "proxy.mp4").read_bytes()
    (folder / "short.mp4").write_bytes(content[: len(content) // 2])
    with pytest.raises(CutError):
        cut_stills(folder / "short.mp4", whole.table, [FRAMES - 1], folder, height=64)
