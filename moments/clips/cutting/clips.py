"""Cutting a stretch of a video into clips that loop forever and tell nothing of their source."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from moments.clips.cutting.backwards import write_backwards
from moments.clips.cutting.failures import CutError, Kind
from moments.clips.cutting.ffmpeg import run_ffmpeg
from moments.clips.cutting.graphs import PICTURE_FILE, CutStretch, filters_of, graph_of, output_of, pictures_of
from moments.clips.cutting.landing import landing
from moments.clips.cutting.limits import DEFAULT_LIMITS, Limits
from moments.clips.cutting.opening import opened
from moments.clips.cutting.picture import size_filter
from moments.clips.cutting.probing import probe_video
from moments.clips.cutting.renditions import (
    FRAMES_IN_MEMORY,
    GIF_OF_GIVEN_PALETTE,
    GIF_PIXELS,
    PALETTE,
    POSTER,
    rendition_of,
)

# One picture is the same in both directions.
FEWEST_BACKWARDS = 2
# What a single rendition may cause, so that the others are worth a separate try.
OF_ONE_RENDITION: tuple[Kind, ...] = ("damaged", "timed_out", "memory", "clip_too_big", "disk_full", "not_writable")


@dataclass(frozen=True, slots=True)
class CutClip:
    """A clip as it was stored: `seconds` is how long its pictures last, `sha256` the hex digest of its bytes."""

    frames: int
    width: int
    height: int
    seconds: float
    bytes: int
    sha256: str
    has_sound: bool = False


def cut_stretch(
    stretch: CutStretch, targets: Mapping[str, Path], *, limits: Limits = DEFAULT_LIMITS
) -> dict[str, CutClip | CutError]:
    """Cuts the stretch into the renditions (gif, mp4, webp, jpg) of `targets`, each to its path, or says why not.

    Every clip but the poster (jpg) has the same round((end_s − start_s) · fps) frames, one at least, and all have
    the same size: at most `height` pixels high and 4 · `height` wide, never enlarged, even. The source is decoded
    once for all of them; if that fails for what one of them may have caused, each is tried separately. A file appears
    under its path whole or not at all. A video may end half a second too early: then its last picture is repeated.
    """
    try:
        return {**_cut(stretch, targets, limits)}
    except CutError as error:
        if len(targets) < 2 or error.kind not in OF_ONE_RENDITION:
            return dict.fromkeys(targets, _blamed(error, stretch, targets, limits))
    return {name: cut_stretch(stretch, {name: path}, limits=limits)[name] for name, path in targets.items()}


def _blamed(error: CutError, stretch: CutStretch, targets: Mapping[str, Path], limits: Limits) -> CutError:
    """The error, or that the sound alone is to blame, as the pictures can be cut without it."""
    if not stretch.sound or error.kind != "damaged":
        return error
    silent = cut_stretch(replace(stretch, sound=False), targets, limits=limits)
    if any(isinstance(outcome, CutError) for outcome in silent.values()):
        return error
    for path in targets.values():
        path.unlink(missing_ok=True)
    return CutError("damaged", "the sound of the video cannot be decoded; replace the file or cut without sound")


def _cut(stretch: CutStretch, targets: Mapping[str, Path], limits: Limits) -> dict[str, CutClip]:
    """All of the renditions by one run, or none and CutError."""
    require_stretch(stretch)
    length_s = stretch.end_s - stretch.start_s
    inputs = opened(stretch.source).input_arguments(limits, start_s=stretch.start_s, length_s=length_s)
    with ExitStack() as landings:
        files = {name: landings.enter_context(landing(path)) for name, path in targets.items()}
        try:
            write = write_backwards if stretch.backward else _write
            write(inputs, stretch, files, limits)
            clips = {name: read_clip(name, stretch, path) for name, path in files.items()}
        except CutError as error:
            if error.kind != "damaged":
                raise
            raise _ended_early(stretch, limits) from error
        if lacks_pictures(stretch, clips):
            raise _ended_early(stretch, limits)
    return clips


def _write(inputs: list[str], stretch: CutStretch, files: Mapping[str, Path], limits: Limits) -> None:
    """One run of ffmpeg for one moment."""
    filters = dict(filters_of(stretch, files, 0))
    if "gif" in files and stretch.frames > FRAMES_IN_MEMORY:
        palette = f"file:{files['gif'].with_name('palette.png').absolute()}"
        pictures = f"[0:V:0]{pictures_of(stretch)},{size_filter(height=stretch.height)},{GIF_PIXELS},{PALETTE}"
        run_ffmpeg([*inputs, "-filter_complex", pictures, "-frames:v", "1", *PICTURE_FILE, palette], limits)
        inputs = [*inputs, "-protocol_whitelist", "file", "-f", "png_pipe", "-i", palette]
        filters["gif"] = GIF_OF_GIVEN_PALETTE.format(i=0)
    graph = graph_of("[0:V:0]", stretch, filters, 0)
    outputs = [
        argument for name, path in files.items() for argument in output_of(name, 0, path, limits, stretch=stretch)
    ]
    run_ffmpeg([*inputs, "-filter_complex", graph, *outputs], limits)


def read_clip(name: str, stretch: CutStretch, path: Path) -> CutClip:
    """What ffmpeg wrote; raises CutError where that is no clip."""
    try:
        content = path.read_bytes()
        shape = rendition_of(name).read(content)
    except (FileNotFoundError, ValueError) as error:
        raise CutError("damaged", "the video is damaged: no clip could be cut from it") from error
    seconds = shape.seconds or shape.frames / stretch.fps  # a WebP of one picture tells no time
    digest = hashlib.sha256(content).hexdigest()
    return CutClip(shape.frames, shape.width, shape.height, seconds, len(content), digest, shape.has_sound)


def require_stretch(stretch: CutStretch) -> None:
    """Raises CutError if it is no stretch of time, or a single picture that is to play backwards."""
    start_s, end_s = stretch.start_s, stretch.end_s
    if not (math.isfinite(start_s) and math.isfinite(end_s) and 0 <= start_s < end_s):
        raise CutError("bad_stretch", f"the moment {start_s:g}–{end_s:g} s is not a valid interval")
    if stretch.backward and stretch.frames < FEWEST_BACKWARDS:
        raise CutError(
            "bad_stretch",
            f"at {stretch.fps:g} pictures a second, a moment of {end_s - start_s:.2f} s has one"
            " picture, which is the same forwards and backwards",
        )


def lacks_pictures(stretch: CutStretch, clips: Mapping[str, CutClip]) -> bool:
    """Whether a clip has fewer pictures than asked for; a poster has one."""
    return any(clip.frames < stretch.frames for name, clip in clips.items() if name != POSTER)


def _ended_early(stretch: CutStretch, limits: Limits) -> CutError:
    """Why pictures are missing: the video ends too early, or it is damaged within the stretch."""
    duration_s = probe_video(stretch.source, limits=limits).duration_s
    asked = f"the moment is at {stretch.start_s:.1f}–{stretch.end_s:.1f} s"
    if duration_s < stretch.end_s:
        return CutError("ended_early", f"the video ends at {duration_s:.1f} s, {asked}")
    return CutError("damaged", f"the video is damaged where {asked}")
