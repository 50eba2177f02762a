"""Running the ffmpeg that moviepy brings on a file nobody trusts, and putting its failures into one line."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import imageio_ffmpeg

from moments.clips.cutting.child import Finished, run_child
from moments.clips.cutting.containers import Demuxer
from moments.clips.cutting.failures import CutError, Kind
from moments.clips.cutting.limits import Limits

# Few malloc arenas, so that the address space says how much memory is used; nothing else is inherited.
ENVIRONMENT = {"LC_ALL": "C", "MALLOC_ARENA_MAX": "2", "AV_LOG_FORCE_NOCOLOR": "1"}

# What ffmpeg writes, the kind and the reason; the first that is found counts.
SYMPTOMS: tuple[tuple[str, Kind, str], ...] = (
    ("exceeds specified max pixel count", "too_large", "the picture has more than {max_pixels} pixels"),
    ("Invalid too big or non positive size", "too_large", "a side of the picture is longer than 7680 pixels"),
    ("Picture size", "too_large", "the size of the picture is invalid"),
    ("No space left on device", "disk_full", "the disk is full"),
    ("Disk quota exceeded", "disk_full", "the disk quota is used up"),
    ("Cannot allocate memory", "memory", "cutting needs more than {memory} MB of memory"),
    (
        "Resource temporarily unavailable",
        "memory",
        "cutting needs more than {memory} MB of memory",
    ),  # a thread's
    ("bad_alloc", "memory", "cutting needs more than {memory} MB of memory"),
    ("File too large", "clip_too_big", "the clip is larger than {output} MB"),
    ("moov atom not found", "truncated", "the video is truncated: its index (moov) is missing"),
    ("matches no streams", "not_a_video", "the file has no video stream"),
)


@dataclass(frozen=True, slots=True)
class Source:
    """A video file with the demuxer that its first bytes ask for."""

    path: Path
    demuxer: Demuxer

    def input_arguments(
        self,
        limits: Limits,
        *,
        start_s: float = 0.0,
        length_s: float | None = None,
    ) -> list[str]:
        """Ffmpeg's arguments that open this file and nothing else, from `start_s` (exact) for `length_s`."""
        arguments = ["-protocol_whitelist", "file", "-format_whitelist", self.demuxer, "-f", self.demuxer]
        arguments += ["-max_pixels", str(limits.max_pixels), "-threads", str(limits.threads)]
        if start_s > 0:
            arguments += ["-ss", f"{start_s:.6f}"]
        if length_s is not None:
            arguments += ["-t", f"{length_s:.6f}"]
        return [*arguments, "-i", f"file:{self.path.absolute()}"]


def run_ffmpeg(arguments: Sequence[str], limits: Limits) -> Finished:
    """Runs ffmpeg with inputs and outputs as given; raises CutError unless it ends well and in time."""
    threads = str(limits.threads)
    options = ["-nostdin", "-hide_banner", "-v", "error", "-filter_threads", threads]
    options += ["-filter_complex_threads", threads]
    try:
        command = [imageio_ffmpeg.get_ffmpeg_exe(), *options, *arguments]
        finished = run_child(command, limits, environment=ENVIRONMENT)
    except (OSError, RuntimeError) as error:
        raise CutError("no_ffmpeg", "ffmpeg cannot be started") from error
    if finished.timed_out or finished.returncode != 0:
        raise failure_of(finished, limits)
    return finished


def failure_of(finished: Finished, limits: Limits) -> CutError:
    """What went wrong in a run that was stopped or ended with an error."""
    if finished.timed_out or finished.returncode == -signal.SIGXCPU:
        return CutError("timed_out", f"cutting took longer than {limits.wall_s:g} s")
    if finished.returncode == -signal.SIGXFSZ:
        return CutError("clip_too_big", f"the clip is larger than {_megabytes(limits.output_bytes)} MB")
    output = (finished.errors.head + finished.errors.tail).decode("utf-8", "replace")
    for symptom, kind, reason in SYMPTOMS:
        if symptom in output:
            return CutError(kind, reason.format(**_figures(limits)))
    if finished.returncode < 0:
        return CutError("damaged", f"the video makes ffmpeg crash (signal {-finished.returncode})")
    return CutError("damaged", "the video is damaged: no picture can be decoded")


def _figures(limits: Limits) -> dict[str, str]:
    return {
        "max_pixels": f"{limits.max_pixels:,}",
        "memory": _megabytes(limits.memory_bytes),
        "output": _megabytes(limits.output_bytes),
    }


def _megabytes(count: int) -> str:
    return f"{count / 1_000_000:g}"
