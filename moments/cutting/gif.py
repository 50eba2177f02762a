"""Cutting a stretch of a video into an animated GIF that loops for ever and tells nothing of its source."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from pathlib import Path

from moments.cutting.containers import demuxer_of_file
from moments.cutting.failures import CutError
from moments.cutting.ffmpeg import Source, run_ffmpeg
from moments.cutting.gif_blocks import GifShape, read_gif
from moments.cutting.landing import landing
from moments.cutting.limits import DEFAULT_LIMITS, Limits
from moments.cutting.picture import frame_count, pictures_filter
from moments.cutting.probing import probe_video

# palettegen looks at every ninth pixel: 0.9 s instead of 2.6 s for 5 s of film, at no visible cost.
PALETTE = "scale=w='max(16,iw/3)':h='max(16,ih/3)':flags=neighbor,palettegen"
# An ordered dither stands still between frames, so that what does not move is not stored again.
COLOURING = "paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle"
# Frames wait in memory (1.6 MB each) until the palette is known; a longer clip gets it by a first run.
FRAMES_IN_MEMORY = 150


@dataclass(frozen=True, slots=True)
class CutClip:
    """A clip as it was stored: `seconds` is its playing time, `sha256` the hex digest of its bytes."""

    frames: int
    width: int
    height: int
    seconds: float
    bytes: int
    sha256: str


def cut_gif(
    source: Path,
    start_s: float,
    end_s: float,
    destination: Path,
    *,
    height: int = 480,
    fps: float = 3,
    limits: Limits = DEFAULT_LIMITS,
) -> CutClip:
    """Cuts `[start_s, end_s]` of a video into a GIF of round((end_s − start_s) · fps) frames, one at least.

    The picture is at most `height` pixels high and 4 · `height` wide, never enlarged, of even size. The file
    appears under `destination` whole or not at all. A video may end half a second too early: its last picture
    then stands. Raises CutError.
    """
    _require_stretch(start_s, end_s)
    opened = Source(source, demuxer_of_file(source))
    frames = frame_count(start_s, end_s, fps)
    inputs = opened.input_arguments(limits, start_s=start_s, length_s=end_s - start_s)
    pictures = pictures_filter(height=height, fps=fps, frames=frames)
    with landing(destination) as temporary:
        try:
            _write_gif(inputs, pictures, frames, temporary, limits)
            clip = _read_clip(temporary)
        except CutError as error:
            if error.kind != "damaged":
                raise
            raise _ended_early(source, start_s, end_s, limits) from error
        if clip.frames < frames:
            raise _ended_early(source, start_s, end_s, limits)
    return clip


def _write_gif(inputs: list[str], pictures: str, frames: int, temporary: Path, limits: Limits) -> None:
    if frames <= FRAMES_IN_MEMORY:
        graph = f"[0:V:0]{pictures},split[seen][kept];[seen]{PALETTE}[palette];[kept][palette]{COLOURING}"
    else:
        palette = f"file:{temporary.with_name('palette.png').absolute()}"
        first = [*inputs, "-filter_complex", f"[0:V:0]{pictures},{PALETTE}", "-frames:v", "1"]
        run_ffmpeg([*first, "-f", "image2", "-update", "1", palette], limits)
        inputs = [*inputs, "-protocol_whitelist", "file", "-f", "png_pipe", "-i", palette]
        graph = f"[0:V:0]{pictures}[kept];[kept][1:v]{COLOURING}"
    silence = ["-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact"]
    target = ["-loop", "0", "-f", "gif", f"file:{temporary.absolute()}"]
    run_ffmpeg([*inputs, "-filter_complex", graph, *silence, *target], limits)


def _read_clip(path: Path) -> CutClip:
    content = path.read_bytes()
    try:
        shape = read_gif(content)
    except ValueError as error:
        raise CutError("damaged", "the video is damaged: no clip came out of it") from error
    return _clip(shape, content)


def _clip(shape: GifShape, content: bytes) -> CutClip:
    digest = hashlib.sha256(content).hexdigest()
    return CutClip(shape.frames, shape.width, shape.height, shape.seconds, len(content), digest)


def _require_stretch(start_s: float, end_s: float) -> None:
    if not (math.isfinite(start_s) and math.isfinite(end_s) and 0 <= start_s < end_s):
        raise CutError("bad_stretch", f"the moment {start_s:g}–{end_s:g} s is no stretch of time")


def _ended_early(source: Path, start_s: float, end_s: float, limits: Limits) -> CutError:
    """Why pictures are missing: the video ends too early, or it is damaged within the stretch."""
    duration_s = probe_video(source, limits=limits).duration_s
    asked = f"the moment asks for {start_s:.1f}–{end_s:.1f} s"
    if duration_s < end_s:
        return CutError("ended_early", f"the video ends at {duration_s:.1f} s, {asked}")
    return CutError("damaged", f"the video is damaged where {asked}")
