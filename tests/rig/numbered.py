"""Videos whose frames show their own numbers, unevenly spaced, and what reads a number from a picture."""

from __future__ import annotations

import subprocess
from pathlib import Path

import imageio_ffmpeg
import numpy as np
import numpy.typing as npt

BITS = 12
BLOCK = 16
SIZE = (BITS * BLOCK, 4 * BLOCK)  # width, height
# Milliseconds of frame N: 40 ms a frame, shaken by up to 24 ms.
UNEVEN = "setpts='40*N+mod(7*N*N,25)'"


def uneven_ms(number: int) -> int:
    """When the frame of that number begins under UNEVEN."""
    return 40 * number + 7 * number * number % 25


def write_numbered(path: Path, frames: int, *, spacing: str = UNEVEN, options: str = "-bf 2 -g 250") -> Path:
    """Writes a video of so many frames: bit b of a frame's number is the brightness of its b-th column.

    `spacing` is a filter that gives frame N its milliseconds.
    """
    numbers = np.arange(frames)[:, None] >> np.arange(BITS) & 1
    pictures = np.repeat(np.repeat(numbers[:, None, :], SIZE[1], axis=1), BLOCK, axis=2).astype(np.uint8) * 200 + 20
    command = [
        *(imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-y"),
        *("-f", "rawvideo", "-pix_fmt", "gray", "-s", f"{SIZE[0]}x{SIZE[1]}", "-r", "25", "-i", "pipe:0"),
        *("-vf", f"settb=1/1000,{spacing},format=yuv420p", "-fps_mode", "passthrough", "-enc_time_base", "1:1000"),
        *("-c:v", "libx264", "-preset", "ultrafast", "-crf", "20", *options.split(), str(path)),
    ]
    subprocess.run(command, input=pictures.tobytes(), check=True)
    return path


def number_in(picture: npt.NDArray[np.uint8]) -> int:
    """The number in a grey picture (rows × columns) of any size."""
    height, width = picture.shape
    columns = (np.arange(BITS) + 0.5) * width / BITS
    bright = picture[height // 2, columns.astype(int)] > 120
    return int((bright << np.arange(BITS)).sum())


def numbers_in(path: Path, *, from_s: float = 0.0, most: int | None = None) -> list[int]:
    """The numbers of the frames that ffmpeg cuts from there on."""
    seek = ["-ss", f"{from_s:.6f}"] if from_s else []
    limit = ["-frames:v", str(most)] if most else []
    command = [
        *(imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *seek, "-i", str(path), "-map", "0:V:0", *limit),
        *("-vf", f"scale={SIZE[0]}:{SIZE[1]}", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "gray", "-"),
    ]
    content = subprocess.run(command, capture_output=True, check=True).stdout
    return [number_in(one) for one in np.frombuffer(content, np.uint8).reshape(-1, SIZE[1], SIZE[0])]
