"""The videos of these benches: numbered ones of every awkward kind, an hour of film, two hours that are drawn."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import imageio_ffmpeg

from tests.rig.numbered import UNEVEN, write_numbered

FRAMES = 2000
HOUR_S, TWO_HOURS_S = 3600, 7200
EVEN = "setpts='40*N'"
# A turn to the side, which the file then tells players to take back.
TURNED = f"{UNEVEN},transpose=clock"


def constant(folder: Path) -> Path:
    """25 frames a second."""
    return write_numbered(folder / "constant.mp4", FRAMES, spacing=EVEN)


def variable(folder: Path) -> Path:
    """Frames of 16 to 64 ms."""
    return write_numbered(folder / "variable.mp4", FRAMES)


def rotated(folder: Path) -> Path:
    """Stored lying on its side, with a matrix that turns it upright."""
    lying = write_numbered(folder / "lying.mp4", FRAMES, spacing=TURNED)
    return copied(folder / "rotated.mp4", "-display_rotation", "90", "-i", lying)


def edited(folder: Path) -> Path:
    """Cut without decoding: an edit list tells players to skip what lies between the key frame and the beginning."""
    uncut = write_numbered(folder / "uncut.mp4", FRAMES)
    return copied(folder / "edited.mp4", "-ss", "3.3", "-i", uncut)


def one_key_frame(folder: Path) -> Path:
    """No key frame but the first."""
    options = "-bf 2 -g 99999 -keyint_min 99999 -sc_threshold 0"
    return write_numbered(folder / "one_key_frame.mp4", FRAMES, options=options)


NUMBERED: dict[str, Callable[[Path], Path]] = {
    "constant rate": constant,
    "variable rate": variable,
    "rotated": rotated,
    "with an edit list": edited,
    "without key frames": one_key_frame,
}


def hour_of_film(film: Path, folder: Path) -> Path:
    """The film over and over, for an hour."""
    return copied(folder / "hour.mkv", "-stream_loop", "-1", "-t", HOUR_S, "-i", film, "-an")


def two_hours_drawn(folder: Path) -> Path:
    """Two hours of a moving test card with the time on it, 10 frames a second."""
    source = f"testsrc=s=320x180:r=10:d={TWO_HOURS_S}"
    return written(folder / "two-hours.mp4", "-f", "lavfi", "-i", source, "-preset", "ultrafast", "-g", "300")


def copied(target: Path, *arguments: object) -> Path:
    """The streams as they are, in another file."""
    return written(target, *arguments, "-c", "copy")


def written(target: Path, *arguments: object) -> Path:
    """What ffmpeg writes."""
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-y", *map(str, arguments), str(target)]
    subprocess.run(command, check=True)
    return target
