"""Measures cutting on a real film: a video's moments in one go, two workers against one, and the renditions.

    REELEVANCE_REAL_DATA=… make bench-cutting          (MOMENTS=60 of one 90 s video; fewer are quicker)

First the ratios that are aimed at. moviepy writes the GIFs of every tenth moment, and so do we, one after the other;
seconds are given for each second of moment, on the wall and of CPU (a busy machine falsifies the wall alone).
Then the table of renditions, and what sound adds.

Every row is the same stretches at the same size and rate. `x smaller` is the GIF's bytes by the rendition's;
"together" is one run for all three, beside the sum of the runs for each. PSNR is against the film's own
frames, sized alike, over all pixels of the longest stretch: higher is nearer.
"""

from __future__ import annotations

import math
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import imageio_ffmpeg
import numpy
from moviepy import VideoFileClip

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from moments.clips.cutting.clips import CutClip, cut_stretch  # noqa: E402
from moments.clips.cutting.graphs import CutStretch  # noqa: E402
from moments.clips.cutting.passes import Wish, cut_moments  # noqa: E402
from moments.clips.cutting.picture import frames_filter, size_filter  # noqa: E402
from moments.clips.cutting.renditions import RENDITIONS  # noqa: E402

MOMENTS = int(os.environ.get("MOMENTS", "60"))
LENGTH_S = 90
LEAST_FASTER = 3.0
LEAST_WORKERS = 1.8
STRETCHES_S = [(0.0, 5.0), (0.5, 3.0), (1.0, 4.5), (2.0, 5.2), (0.2, 1.9)]
LEAST_RATIO = 15


def main() -> None:
    """Print the ratios and the table; exit 1 where a ratio misses its aim."""
    film = Path(os.environ["REELEVANCE_REAL_DATA"]) / "video/bigbuckbunny.mp4"
    with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as scratch:
        folder = Path(scratch)
        missed = print_ratios(long_video(film, folder), folder)
        missed += print_renditions(film, folder)
        print_sound(film, folder)
    if missed:
        sys.exit("; ".join(missed))


def print_ratios(video: Path, folder: Path) -> list[str]:
    """The three ratios of a video with many moments; what misses its aim."""
    spans = drawn_spans()
    seconds = sum(end - start for start, end in spans)
    print(f"{len(spans)} moments, {seconds / len(spans):.1f} s each, of one video of {LENGTH_S} s at 480p, 3 fps")
    clips: list[CutClip] = []
    whole = clocked(lambda: clips.extend(cut_all(video, spans, folder, "gif")))
    sample = spans[::10]
    theirs = clocked(lambda: [moviepy_gif(video, *span, folder / "theirs.gif") for span in sample])
    theirs_a_second = [one / sum(end - start for start, end in sample) for one in theirs]
    ours_a_second = [one / seconds for one in whole]
    faster = [a / b for a, b in zip(theirs_a_second, ours_a_second, strict=True)]
    print(f"moviepy's write_gif   {theirs_a_second[0]:6.3f} s, CPU {theirs_a_second[1]:6.3f} s a second of moment")
    print(f"one go through it     {ours_a_second[0]:6.3f} s, CPU {ours_a_second[1]:6.3f} s: ", end="")
    print(f"{faster[0]:.1f} times faster, {faster[1]:.1f} times less CPU (aim {LEAST_FASTER:g})")
    small = cut_all(video, spans, folder, "mp4")
    ratio = sum(clip.bytes for clip in clips) / sum(clip.bytes for clip in small)
    print(f"MP4s                  {ratio:.1f} times smaller than the GIFs (aim {LEAST_RATIO})")
    workers, free, busy = workers_ratio(video, spans[: max(4, len(spans) // 5)], folder)
    print(f"two workers, 2 cores  {workers:.2f} times one on one core (aim {LEAST_WORKERS:g}); ", end="")
    print(f"{free:.2f} times one that has both, which keeps {busy:.2f} of them busy by itself")
    aims = {"GIFs": (faster[1], LEAST_FASTER), "MP4s": (ratio, LEAST_RATIO), "workers": (workers, LEAST_WORKERS)}
    return [f"{name}: {found:.2f}, {least:g} is the aim" for name, (found, least) in aims.items() if found < least]


def print_renditions(film: Path, folder: Path) -> list[str]:
    """The table of renditions; what misses its aim."""
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
    return [] if ratio >= LEAST_RATIO else [f"MP4s of the table: {ratio:.1f}, {LEAST_RATIO} is the aim"]


def print_sound(film: Path, folder: Path) -> None:
    """What the sound of the same moments adds to their MP4s: bytes and CPU for each second of moment."""
    video, spans = long_video(film, folder, sound=("-c:a", "copy")), drawn_spans()
    seconds = sum(end - start for start, end in spans)
    rows: dict[bool, tuple[float, float]] = {}
    for sound in (False, True):
        clips: list[CutClip] = []
        _, cpu = clocked(lambda: clips.extend(cut_all(video, spans, folder, "mp4", sound=sound)))  # noqa: B023
        assert all(clip.has_sound == sound for clip in clips)
        rows[sound] = sum(clip.bytes for clip in clips) / seconds / 1000, cpu / seconds
    (silent_kb, silent_s), (loud_kb, loud_s) = rows[False], rows[True]
    print(f"MP4s without sound    {silent_kb:.1f} kB, CPU {silent_s:.3f} s a second of moment")
    print(f"MP4s with sound       {loud_kb:.1f} kB, CPU {loud_s:.3f} s: {loud_kb - silent_kb:.1f} kB and ", end="")
    print(f"{loud_s - silent_s:.3f} s more")


def long_video(film: Path, folder: Path, *, sound: Sequence[str] = ("-an",)) -> Path:
    """The film again and again, 90 s of it, at 480p."""
    target = folder / "long.mp4"
    shown = [*sound, "-vf", "scale=854:480", "-preset", "veryfast", "-crf", "20"]
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-y", "-stream_loop", "-1", "-i", str(film)]
    subprocess.run([*command, "-t", str(LENGTH_S), *shown, str(target)], check=True)
    return target


def drawn_spans() -> list[tuple[float, float]]:
    """Moments of 3 to 15 s somewhere in the video, overlapping as those of a corpus do; always the same."""
    draw = random.Random(1)
    spans = []
    for _ in range(MOMENTS):
        length_s = draw.uniform(3, 15)
        start_s = draw.uniform(0, LENGTH_S - length_s)
        spans.append((round(start_s, 2), round(start_s + length_s, 2)))
    return spans


def cut_all(
    video: Path, spans: list[tuple[float, float]], folder: Path, name: str, *, sound: bool = False
) -> list[CutClip]:
    """All of the moments, as a worker cuts them."""
    own = Path(tempfile.mkdtemp(dir=folder))
    wishes = [
        Wish(CutStretch(video, *span, sound=sound), {name: own / f"{place}.{name}"}) for place, span in enumerate(spans)
    ]
    found = [outcomes[name] for _, outcomes in cut_moments(wishes)]
    shutil.rmtree(own)
    clips = [outcome for outcome in found if isinstance(outcome, CutClip)]
    assert len(clips) == len(spans)
    return clips


def moviepy_gif(video: Path, start_s: float, end_s: float, target: Path) -> None:
    """The same moment by moviepy."""
    with VideoFileClip(str(video)) as film:
        film.subclipped(start_s, end_s).write_gif(str(target), fps=3, logger=None)


def workers_ratio(video: Path, spans: list[tuple[float, float]], folder: Path) -> tuple[float, float, float]:
    """How much quicker two workers with two cores are through two videos than one with one core, or with both.

    And how many cores the last one uses, whose threads decode, scale and encode at a time. Medians of three rounds.
    """
    every = os.sched_getaffinity(0)
    two = set(sorted(every)[:2])
    rounds = []

    def one_video() -> object:
        return cut_all(video, spans, folder, "gif")

    for _ in range(3):
        bound, _ = on_cores({min(every)}, lambda: [one_video(), one_video()])
        free, cpu = on_cores(two, lambda: [one_video(), one_video()])
        with ThreadPoolExecutor(2) as pool:
            beside, _ = on_cores(two, lambda pool=pool: list(pool.map(lambda _: one_video(), "ab")))
        rounds.append((bound / beside, free / beside, cpu / free))
    bound_ratio, free_ratio, busy = (statistics.median(column) for column in zip(*rounds, strict=True))
    return bound_ratio, free_ratio, busy


def on_cores(cores: set[int], work: Callable[[], object]) -> tuple[float, float]:
    """What `clocked` says where this thread and all that it starts have those cores alone (Linux)."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        return clocked(work)
    finally:
        os.sched_setaffinity(0, before)


def clocked(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds on the wall and of CPU, of this process and its children."""
    before, start = cpu_s(), time.perf_counter()
    work()
    return time.perf_counter() - start, cpu_s() - before


def cpu_s() -> float:
    """CPU seconds so far."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def measured(film: Path, names: list[str], folder: Path) -> tuple[int, int, float, float]:
    """Bytes and frames of all clips, wall and CPU seconds of cutting them."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    clips: list[CutClip] = []
    for start_s, end_s in STRETCHES_S:
        outcomes = cut_stretch(CutStretch(film, start_s, end_s), {name: folder / f"clip.{name}" for name in names})
        clips += [outcome for outcome in outcomes.values() if isinstance(outcome, CutClip)]
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    assert len(clips) == len(STRETCHES_S) * len(names)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return sum(clip.bytes for clip in clips), sum(clip.frames for clip in clips), wall, cpu


def psnr(film: Path, name: str, folder: Path) -> float:
    """The peak signal-to-noise ratio of the first stretch's clip to the film's own frames, in RGB, in decibels."""
    stretch = CutStretch(film, *STRETCHES_S[0])
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
