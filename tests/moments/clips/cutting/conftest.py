"""Videos to cut, made by the same ffmpeg, and a look at the processes that are left over."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import imageio_ffmpeg
import pytest

MakeVideo = Callable[..., Path]


def write_video(
    path: Path,
    *,
    source: str = "testsrc=s=320x240",
    seconds: float = 3,
    rate: int = 25,
    more: str = "",
    options: str = "",
) -> Path:
    """Writes a generated video; `more` are further filters, `options` ffmpeg's further arguments."""
    lavfi = f"{source}:r={rate}:d={seconds}{more}"
    x264 = path.suffix in {".mp4", ".mkv", ".ts"} and "-map" not in options
    codec = ["-preset", "ultrafast", "-pix_fmt", "yuv420p"] if x264 else []
    quiet = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-y"]
    command = [*quiet, "-f", "lavfi", "-i", lavfi, *options.split()]
    subprocess.run([*command, *codec, str(path)], check=True, stdin=subprocess.DEVNULL)
    return path


@pytest.fixture(scope="session")
def make_video() -> MakeVideo:
    """The function that writes a generated video."""
    return write_video


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the videos of a session."""
    return tmp_path_factory.mktemp("videos")


@pytest.fixture(scope="session")
def film(shelf: Path) -> Path:
    """9.2 s of a test picture, 320 × 240, whose metadata name a person."""
    options = "-metadata title=Sheldon -metadata comment=castle_s01e02 -movflags +faststart"
    return write_video(shelf / "film.mp4", seconds=9.2, options=options)


@pytest.fixture(scope="session")
def telling(tmp_path_factory: pytest.TempPathFactory, make_video: MakeVideo) -> Path:
    """A film that names itself wherever a container lets it, with sound, subtitles and chapters."""
    folder = tmp_path_factory.mktemp("CANARYfolder")
    (folder / "words.srt").write_text("1\n00:00:00,000 --> 00:00:02,000\nCANARYsubtitle\n")
    chapter = "[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=2\ntitle=CANARYchapter\n"
    (folder / "tags.txt").write_text(f";FFMETADATA1\ntitle=CANARYtitle\nartist=CANARYartist\n{chapter}")
    words = f"-i {folder / 'words.srt'} -i {folder / 'tags.txt'}"
    maps = "-map 0 -map 1:a -map 2 -map_metadata 3 -map_chapters 3"
    tags = "-metadata comment=CANARYcomment -metadata creation_time=2019-05-04T03:02:01Z -metadata encoder=CANARYmaker"
    streams = (
        "-metadata:s:v title=CANARYstream -metadata:s:v handler_name=CANARYhandler -metadata:s:a title=CANARYsound"
    )
    codecs = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -c:s mov_text -timecode 01:02:03:04"
    options = f"-f lavfi -i sine=d=3 {words} {maps} {tags} {streams} {codecs}"
    return make_video(folder / "CANARYname.mp4", options=options)


@pytest.fixture
def children() -> Callable[[], list[str]]:
    """A function that lists this process's children, zombies included, as their names."""

    def names() -> list[str]:
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                name, fields = stat.read_text().split("(", 1)[1].rsplit(") ", 1)
            except OSError:
                continue
            if int(fields.split()[1]) == os.getpid():
                found.append(name)
        return found

    return names
