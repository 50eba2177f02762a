"""Measures renditions on a real film: bytes, CPU and wall seconds of GIF, MP4 and WebP, alone and together.

    REELEVANCE_REAL_DATA=… make bench-cutting

Every row is the same stretches at the same size and rate. `x smaller` is the GIF's bytes by the rendition's;
"together" is one run for all three, beside the sum of the runs for each. PSNR is against the film's own
frames, sized alike, over all pixels of the longest stretch: higher is nearer.
"""

from __future__ import annotations

import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import imageio_ffmpeg
import numpy

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from moments.cutting.clips import CutClip, Stretch, cut_stretch  # noqa: E402
from moments.cutting.picture import frames_filter, size_filter  # noqa: E402
from moments.cutting.renditions import RENDITIONS  # noqa: E402

STRETCHES_S = [(0.0, 5.0), (0.5, 3.0), (1.0, 4.5), (2.0, 5.2), (0.2, 1.9)]
LEAST_RATIO = 15


def main() -> None:
    """Cut every stretch in every way and print the table; exit 1 where the MP4 misses its aim."""
    film = Path(os.environ["REELEVANCE_REAL_DATA"]) / "video/bigbuckbunny.mp4"
    with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as scratch:
        folder = Path(scratch)
        rows = {name: measured(film, [name], folder) for name in RENDITIONS}
        together = measured(film, list(RENDITIONS), folder)
        print(f"{len(STRETCHES_S)} stretches, {sum(end - start for start, end in STRETCHES_S):.1f} s, 480p, 3 fps")
        print(f"{'rendition':<10}{'kB':>8}{'kB/frame':>10}{'x smaller':>11}{'wall s':>8}{'CPU s':>8}{'PSNR dB':>9}")
        for name, (size, frames, wall, cpu) in rows.items():
            ratio = rows["gif"][0] / size
            line = f"{name:<10}{size / 1000:>8.0f}{size / 1000 / frames:>10.1f}{ratio:>11.1f}{wall:>8.2f}{cpu:>8.2f}"
            print(line + f"{psnr(film, name, folder):>9.1f}")
        apart = [sum(row[place] for row in rows.values()) for place in (2, 3)]
        print(f"together  {together[2]:>37.2f}{together[3]:>8.2f}   (apart {apart[0]:.2f} and {apart[1]:.2f})")
    ratio = rows["gif"][0] / rows["mp4"][0]
    if ratio < LEAST_RATIO:
        sys.exit(f"the MP4s are {ratio:.1f} times smaller than the GIFs; {LEAST_RATIO} is the aim")


def measured(film: Path, names: list[str], folder: Path) -> tuple[int, int, float, float]:
    """Bytes and frames of all clips, wall and CPU seconds of cutting them."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    clips: list[CutClip] = []
    for start_s, end_s in STRETCHES_S:
        outcomes = cut_stretch(Stretch(film, start_s, end_s), {name: folder / f"clip.{name}" for name in names})
        clips += [outcome for outcome in outcomes.values() if isinstance(outcome, CutClip)]
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    assert len(clips) == len(STRETCHES_S) * len(names)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return sum(clip.bytes for clip in clips), sum(clip.frames for clip in clips), wall, cpu


def psnr(film: Path, name: str, folder: Path) -> float:
    """The peak signal-to-noise ratio of the first stretch's clip to the film's own frames, in RGB, in decibels."""
    stretch = Stretch(film, *STRETCHES_S[0])
    cut_stretch(stretch, {name: folder / f"clip.{name}"})
    pictures = f"{frames_filter(fps=stretch.fps, frames=stretch.frames)},{size_filter(height=stretch.height)}"
    length = ["-ss", str(stretch.start_s), "-t", str(stretch.end_s - stretch.start_s)]
    own, shown = rgb([*length, "-i", str(film), "-vf", pictures]), rgb(["-i", str(folder / f"clip.{name}")])
    return 10 * math.log10(255**2 / mean_square(own, shown))


def rgb(arguments: list[str]) -> bytes:
    """The pixels of all pictures of an input."""
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", *arguments, "-an", "-fps_mode", "passthrough"]
    target = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    return subprocess.run([*command, *target], check=True, capture_output=True).stdout


def mean_square(own: bytes, shown: bytes) -> float:
    """The mean squared difference of two equally long rows of pixels."""
    assert len(own) == len(shown), "the clip has other frames than the film"
    first, second = (numpy.frombuffer(content, numpy.uint8).astype(numpy.int32) for content in (own, shown))
    return float(((first - second) ** 2).mean())


if __name__ == "__main__":
    main()
