"""Small real clips whose every frame says by its colour which clip and which frame it is."""

from __future__ import annotations

import functools
import io
import subprocess
import tempfile
from pathlib import Path

import imageio_ffmpeg
from PIL import Image

WIDTH, HEIGHT = 320, 180
STEP = 24  # of green, from frame to frame
BLUE = 128
MOST_OFF = 11  # less than half a step: what coding and colour spaces may do to a colour


def colour(clip: int, frame: int) -> tuple[int, int, int]:
    """What frame number `frame` of clip number `clip` is filled with."""
    return 40 * clip % 240, 12 + STEP * frame, BLUE


@functools.cache
def gif(clip: int, frames: int = 6, fps: float = 5, size: tuple[int, int] = (WIDTH, HEIGHT)) -> bytes:
    return _animated("GIF", clip, frames, fps, size)


@functools.cache
def webp(clip: int, frames: int = 6, fps: float = 5) -> bytes:
    return _animated("WEBP", clip, frames, fps, (WIDTH, HEIGHT), lossless=True)


@functools.cache
def mp4(clip: int, frames: int = 6, fps: float = 5, size: tuple[int, int] = (WIDTH, HEIGHT)) -> bytes:
    """H.264 with its index at the front, as clips are cut."""
    raw = b"".join(Image.new("RGB", size, colour(clip, frame)).tobytes() for frame in range(frames))
    source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}", "-r", str(fps), "-i", "-"]
    return _h264(source, raw)


@functools.cache
def busy_mp4(clip: int, seconds: float = 8.7, fps: float = 3) -> bytes:
    """854 × 480 with much going on, of about 300 kB, headed by a frame in the clip's colour."""
    red, green, blue = colour(clip, 0)
    first = f"drawbox=c=0x{red:02x}{green:02x}{blue:02x}:t=fill:enable='lt(n,1)'"
    source = ["-f", "lavfi", "-i", f"testsrc2=s=854x480:r={fps}:d={seconds},noise=alls=7:allf=t,{first}"]
    return _h264(source, b"", ["-crf", "32"])


@functools.cache
def busy_gif(clip: int, seconds: float = 8.7, fps: float = 3) -> bytes:
    """The like as a GIF, of a few hundred kilobytes: bands that move."""
    size, frames = (854, 480), round(seconds * fps)
    pictures = [Image.new("RGB", size, colour(clip, 0))]
    for number in range(1, frames):
        picture = Image.new("RGB", size, (120, 120, 120))
        for band in range(160):
            left = (band * 53 + number * 31) % 854
            box = (left, band * 3, left + 180, band * 3 + 3)
            picture.paste((band, 255 - band, (number * 9) % 256), box)
        pictures.append(picture)
    out = io.BytesIO()
    pictures[0].save(out, "GIF", save_all=True, append_images=pictures[1:], duration=round(1000 / fps), loop=0)
    return out.getvalue()


def _animated(kind: str, clip: int, frames: int, fps: float, size: tuple[int, int], **options: object) -> bytes:
    pictures = [Image.new("RGB", size, colour(clip, frame)) for frame in range(frames)]
    out = io.BytesIO()
    duration = round(1000 / fps)
    pictures[0].save(out, kind, save_all=True, append_images=pictures[1:], duration=duration, loop=0, **options)
    return out.getvalue()


def _h264(source: list[str], stdin: bytes, rate: list[str] | None = None) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "clip.mp4"
        coding = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart", *(rate or ["-crf", "12"])]
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *source, *coding, "-y", str(target)]
        subprocess.run(command, input=stdin, check=True)
        return target.read_bytes()
