"""Measures what a backward clip takes against the forward one: time, ffmpeg's memory, temporary files.

    make bench-backwards

A drawn video of 854 × 480 pixels with noise is cut as MP4 and WebP, at 3 frames a second and, for the first minute, at
25. Each row has a process of its own, as the largest memory of a process's children is only known of all of them.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import imageio_ffmpeg

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from moments.clips.cutting.clips import cut_stretch  # noqa: E402
from moments.clips.cutting.failures import CutError  # noqa: E402
from moments.clips.cutting.graphs import CutStretch  # noqa: E402
from moments.clips.cutting.limits import DEFAULT_LIMITS  # noqa: E402

NAMES = ("mp4", "webp")
PATIENT = replace(DEFAULT_LIMITS, wall_s=1800.0)


def write_video(path: Path, seconds: int) -> None:
    """A moving picture with noise, as busy as film."""
    drawn = f"testsrc2=s=854x480:r=25:d={seconds},noise=alls=8:allf=t"
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-f", "lavfi", "-i", drawn]
    command += ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", str(path)]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)


def measured(stretch: CutStretch, folder: Path) -> tuple[float, int, int, int]:
    """Seconds, the largest resident memory of an ffmpeg and the most temporary files, both in bytes, and frames."""
    peak, is_over = [0], threading.Event()
    watching = threading.Thread(target=_watch, args=(folder, peak, is_over))
    watching.start()
    began_s = time.monotonic()
    clips = cut_stretch(stretch, {name: folder / f"clip.{name}" for name in NAMES}, limits=PATIENT)
    took_s = time.monotonic() - began_s
    is_over.set()
    watching.join()
    frames = {name: clip.reason if isinstance(clip, CutError) else clip.frames for name, clip in clips.items()}
    if set(frames.values()) != {stretch.frames}:
        sys.exit(f"backward clips: {frames}")
    return took_s, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024, peak[0], stretch.frames


def _watch(folder: Path, peak: list[int], is_over: threading.Event) -> None:
    while not is_over.wait(0.5):
        peak[0] = max(peak[0], sum(_size(path) for path in folder.rglob("*")))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def main() -> None:
    """A row for each length and rate, forwards and backwards."""
    with tempfile.TemporaryDirectory() as scratch:
        video = Path(scratch) / "video.mp4"
        write_video(video, 600)
        print("| moment | frames | direction | s | memory, MB | temporary files, MB |\n|---|---|---|---|---|---|")
        for seconds, fps in ((10, 3), (60, 3), (600, 3), (60, 25)):
            for backward in (False, True):
                folder = Path(tempfile.mkdtemp(dir=scratch))
                stretch = CutStretch(video, 0, seconds, fps=fps, backward=backward)
                with ProcessPoolExecutor(1) as one:
                    took_s, memory, files, frames = one.submit(measured, stretch, folder).result()
                way = "backward" if backward else "forward"
                row = [f"{seconds} s, {fps} fps", f"{frames:,}", way, f"{took_s:.0f}", f"{memory / 1e6:.0f}"]
                print(f"| {' | '.join([*row, f'{files / 1e6:.0f}'])} |", flush=True)


if __name__ == "__main__":
    main()
