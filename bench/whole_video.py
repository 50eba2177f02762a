"""Measures whole videos on real film: what proxy, frame times and filmstrip cost beside ffmpeg alone.

    REELEVANCE_REAL_DATA=… make bench-whole-video          (TURNS=5 of each, in turns)

ffmpeg alone makes the proxy with the same options and nothing else. Ratios are of CPU seconds and of seconds on the
wall, each the median over turns. A filmstrip's size is given for an hour, of a film that lasts one.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import imageio_ffmpeg

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from moments.clips.cutting.limits import Limits  # noqa: E402
from moments.clips.cutting.picture import size_filter  # noqa: E402
from moments.clips.cutting.renditions import SILENCE  # noqa: E402
from moments.clips.cutting.whole_video import (  # noqa: E402
    AS_DECODED,
    HEIGHT,
    PROXY_ENCODER,
    PROXY_PICTURE,
    cut_whole_video,
)

TURNS = int(os.environ.get("TURNS", "5"))
MOST_RATIO = 1.15
MOST_STRIP_MB = 2.0
HOUR_S = 3600


def main() -> None:
    """Print the ratios of each film and the filmstrip of an hour; exit 1 where one misses its aim."""
    films = Path(os.environ["REELEVANCE_REAL_DATA"]) / "video"
    missed = []
    with tempfile.TemporaryDirectory(prefix="reelevance-bench-") as scratch:
        folder = Path(scratch)
        for film in (films / "vtest.avi", films / "bigbuckbunny.mp4"):
            ratio = ratio_of(film, folder)
            missed += [f"{film.name}: {ratio:.2f} × ffmpeg alone"] if ratio > MOST_RATIO else []
        size_mb = strip_of_an_hour(films / "vtest.avi", folder)
        missed += [f"the filmstrip of an hour has {size_mb:.1f} MB"] if size_mb > MOST_STRIP_MB else []
    if missed:
        sys.exit("; ".join(missed))


def ratio_of(film: Path, folder: Path) -> float:
    """CPU time of all three over that of ffmpeg alone."""
    cpu, wall = [], []
    for _ in range(TURNS):
        alone = spent(lambda: ffmpeg_alone(film, folder / "alone.mp4"))
        ours = spent(lambda: cut_whole_video(film, folder / "ours"))
        cpu.append(ours[0] / alone[0])
        wall.append(ours[1] / alone[1])
    ratio = statistics.median(cpu)
    spread = f"{min(cpu):.2f} to {max(cpu):.2f}"
    print(f"{film.name}: CPU {ratio:.2f} × ffmpeg alone ({spread}), on the wall {statistics.median(wall):.2f} ×")
    return ratio


def ffmpeg_alone(film: Path, target: Path) -> None:
    """The proxy by one bare run."""
    threads = ("-threads", str(Limits().threads))
    filters = f"{size_filter(height=HEIGHT)},{PROXY_PICTURE}"
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-y", *threads, "-i", str(film), "-map", "0:V:0"]
    subprocess.run([*command, "-vf", filters, *SILENCE, *threads, *AS_DECODED, *PROXY_ENCODER, str(target)], check=True)


def spent(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds of CPU of the children, and on the wall."""
    wall_s, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu_s, time.perf_counter() - wall_s


def strip_of_an_hour(film: Path, folder: Path) -> float:
    """Megabytes of the filmstrip of that film, played over and over for an hour."""
    hour = folder / "hour.mkv"
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-y", "-stream_loop", "-1", "-i", str(film)]
    subprocess.run([*command, "-t", str(HOUR_S), "-c", "copy", "-an", str(hour)], check=True)
    begin = time.perf_counter()
    whole = cut_whole_video(hour, folder / "hour")
    size_mb = sum(sheet.stat().st_size for sheet in whole.filmstrip.sheets) / 1e6
    print(
        f"an hour of {film.name}: {len(whole.filmstrip.frames)} pictures in {size_mb:.2f} MB, proxy "
        f"{whole.proxy.bytes / 1e6:.0f} MB, {HOUR_S / (time.perf_counter() - begin):.0f} × faster than it plays"
    )
    return size_mb


if __name__ == "__main__":
    main()
