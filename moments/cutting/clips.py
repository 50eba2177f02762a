"""Cutting a stretch of a video into clips that loop for ever and tell nothing of their source."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from moments.cutting.containers import demuxer_of_file
from moments.cutting.failures import CutError, Kind
from moments.cutting.ffmpeg import Source, run_ffmpeg
from moments.cutting.landing import landing
from moments.cutting.limits import DEFAULT_LIMITS, Limits
from moments.cutting.picture import frame_count, frames_filter, size_filter
from moments.cutting.probing import probe_video
from moments.cutting.renditions import FRAMES_IN_MEMORY, GIF_OF_GIVEN_PALETTE, PALETTE, RENDITIONS, SILENCE

# What one rendition alone may be the cause of, so that the others are worth a try by themselves.
OF_ONE_RENDITION: tuple[Kind, ...] = ("damaged", "timed_out", "memory", "clip_too_big", "disk_full", "not_writable")


@dataclass(frozen=True, slots=True)
class Stretch:
    """`[start_s, end_s]` of a video file, to be shown at most `height` pixels high in `fps` pictures a second."""

    source: Path
    start_s: float
    end_s: float
    height: int = 480
    fps: float = 3

    @property
    def frames(self) -> int:
        """How many pictures a clip of it has."""
        return frame_count(self.start_s, self.end_s, self.fps)


@dataclass(frozen=True, slots=True)
class CutClip:
    """A clip as it was stored: `seconds` is its playing time, `sha256` the hex digest of its bytes."""

    frames: int
    width: int
    height: int
    seconds: float
    bytes: int
    sha256: str


def cut_stretch(
    stretch: Stretch, targets: Mapping[str, Path], *, limits: Limits = DEFAULT_LIMITS
) -> dict[str, CutClip | CutError]:
    """Cuts the stretch into the renditions (gif, mp4, webp) of `targets`, each to its path, or says why not.

    Every clip has the same round((end_s − start_s) · fps) frames, one at least, and the same size: at most
    `height` pixels high and 4 · `height` wide, never enlarged, even. The source is decoded once for all of
    them; if that fails for what one of them may have caused, each is tried by itself. A file appears under
    its path whole or not at all. A video may end half a second too early: its last picture then stands.
    """
    try:
        return {**_cut(stretch, targets, limits)}
    except CutError as error:
        if len(targets) < 2 or error.kind not in OF_ONE_RENDITION:
            return dict.fromkeys(targets, error)
    return {name: cut_stretch(stretch, {name: path}, limits=limits)[name] for name, path in targets.items()}


def _cut(stretch: Stretch, targets: Mapping[str, Path], limits: Limits) -> dict[str, CutClip]:
    """All of the renditions by one run, or none and CutError."""
    _require_stretch(stretch)
    opened = Source(stretch.source, demuxer_of_file(stretch.source))
    length_s = stretch.end_s - stretch.start_s
    inputs = opened.input_arguments(limits, start_s=stretch.start_s, length_s=length_s)
    with ExitStack() as landings:
        files = {name: landings.enter_context(landing(path)) for name, path in targets.items()}
        try:
            _write(inputs, stretch, files, limits)
            clips = {name: _read_clip(name, stretch, path) for name, path in files.items()}
        except CutError as error:
            if error.kind != "damaged":
                raise
            raise _ended_early(stretch, limits) from error
        if any(clip.frames < stretch.frames for clip in clips.values()):
            raise _ended_early(stretch, limits)
    return clips


def _write(inputs: list[str], stretch: Stretch, files: Mapping[str, Path], limits: Limits) -> None:
    """One run of ffmpeg: the frames once, split among the renditions.

    Each rendition sizes the frames itself: behind a common sizing one's choice of a pixel format would be
    the others' too, and a clip's bytes would depend on what was cut beside it.
    """
    frames = f"[0:V:0]{frames_filter(fps=stretch.fps, frames=stretch.frames)}"
    size = size_filter(height=stretch.height)
    filters = {name: RENDITIONS[name].filters for name in files}
    if "gif" in files and stretch.frames > FRAMES_IN_MEMORY:
        palette = f"file:{files['gif'].with_name('palette.png').absolute()}"
        first = [*inputs, "-filter_complex", f"{frames},{size},{PALETTE}", "-frames:v", "1"]
        run_ffmpeg([*first, "-f", "image2", "-update", "1", palette], limits)
        inputs = [*inputs, "-protocol_whitelist", "file", "-f", "png_pipe", "-i", palette]
        filters["gif"] = GIF_OF_GIVEN_PALETTE
    graph = [f"{frames},split={len(files)}" + "".join(f"[to_{name}]" for name in files)]
    graph += [f"[to_{name}]{size},{filters[name]}[{name}]" for name in files]
    outputs = [argument for name, path in files.items() for argument in _output(name, path, limits)]
    run_ffmpeg([*inputs, "-filter_complex", ";".join(graph), *outputs], limits)


def _output(name: str, path: Path, limits: Limits) -> list[str]:
    threads = ["-threads", str(limits.threads)]
    return ["-map", f"[{name}]", *SILENCE, *threads, *RENDITIONS[name].options, f"file:{path.absolute()}"]


def _read_clip(name: str, stretch: Stretch, path: Path) -> CutClip:
    try:
        content = path.read_bytes()
        shape = RENDITIONS[name].read(content)
    except (FileNotFoundError, ValueError) as error:
        raise CutError("damaged", "the video is damaged: no clip came out of it") from error
    seconds = shape.seconds or shape.frames / stretch.fps  # a WebP of one picture tells no time
    digest = hashlib.sha256(content).hexdigest()
    return CutClip(shape.frames, shape.width, shape.height, seconds, len(content), digest)


def _require_stretch(stretch: Stretch) -> None:
    start_s, end_s = stretch.start_s, stretch.end_s
    if not (math.isfinite(start_s) and math.isfinite(end_s) and 0 <= start_s < end_s):
        raise CutError("bad_stretch", f"the moment {start_s:g}–{end_s:g} s is no stretch of time")


def _ended_early(stretch: Stretch, limits: Limits) -> CutError:
    """Why pictures are missing: the video ends too early, or it is damaged within the stretch."""
    duration_s = probe_video(stretch.source, limits=limits).duration_s
    asked = f"the moment asks for {stretch.start_s:.1f}–{stretch.end_s:.1f} s"
    if duration_s < stretch.end_s:
        return CutError("ended_early", f"the video ends at {duration_s:.1f} s, {asked}")
    return CutError("damaged", f"the video is damaged where {asked}")
