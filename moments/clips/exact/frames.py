"""Cutting whole frames out of a video by their numbers: a file of them, the picture in their middle, or both."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from moments.clips.cutting.failures import CutError
from moments.clips.cutting.ffmpeg import run_ffmpeg
from moments.clips.cutting.frame_table import FrameTable, table_of
from moments.clips.cutting.landing import landing
from moments.clips.cutting.limits import Limits
from moments.clips.cutting.opening import opened
from moments.clips.cutting.picture import SIDE_CHECK, size_filter
from moments.clips.cutting.probing import probe_video
from moments.clips.cutting.renditions import PLAIN_MP4, SILENCE
from moments.clips.cutting.whole_video import AS_DECODED, EACH_ONCE, HEIGHT, VIDEO_PICTURE, bounds_of, listing_output
from moments.clips.formats.mp4_boxes import read_mp4

VIDEO, PICTURE = "mp4", "png"
# A key frame every 50 and nowhere else, whatever the pictures show; no frame refers to a later one.
EXACT_ENCODER = (
    *("-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-bf", "0", "-g", "50", "-sc_threshold", "0"),
    *PLAIN_MP4,
)
PICTURE_ENCODER = ("-c:v", "png", "-frames:v", "1", "-f", "image2", "-update", "1")
# Ffmpeg ends with the first frame behind this; the frames are counted before.
BEYOND_S = 1.0
# The end of a file as its packets tell it may differ so much from that of its frames.
TOLERANCE_S = 1.0
# Times are rounded on the way through ffmpeg, by less than this.
SAME_TIME_S = 0.002
# One thread, so that the bytes do not depend on the machine's cores.
EXACT_LIMITS = Limits(threads=1)


def cut_frames(
    source: Path, table: FrameTable, frames: range, targets: Mapping[str, Path], *, limits: Limits = EXACT_LIMITS
) -> None:
    """Writes those frames of the video, each at its own time, to `targets`: `mp4` all of them, `png` the middle one.

    `table` is the video's; times between frames are those of the source. Pictures are at most 720 lines high and never
    enlarged, without sound and metadata. The same frames give the same bytes. Files land whole or not at all. Raises
    CutError, with the reason, if there is no frame or the video does not have exactly these.
    """
    if not frames:
        raise CutError("ended_early", f"the video ends at {table.start_ms(len(table)) / 1000:g} s, before the clip")
    try:
        _cut(source, table, frames, targets, limits, seek=True)
    except CutError as error:
        if error.kind not in ("damaged", "other_video"):
            raise
        try:
            _cut(source, table, frames, targets, limits, seek=False)
        except CutError:
            raise error from None


def _cut(
    source: Path, table: FrameTable, frames: range, targets: Mapping[str, Path], limits: Limits, *, seek: bool
) -> None:
    """One run of ffmpeg: from the frames on, or where a container finds no place by its time, from the beginning."""
    start_s, end_s = (table.start_ms(at) / 1000 for at in (frames.start, frames.stop))
    from_s, first = (start_s, 0) if seek else (0.0, frames.start)
    length_s = end_s - from_s + BEYOND_S
    inputs = opened(source).input_arguments(limits, start_s=from_s, length_s=length_s)
    with ExitStack() as landings:
        files = {name: landings.enter_context(landing(path)) for name, path in targets.items()}
        listing = next(iter(files.values())).with_name("frames.txt")
        arguments = [*inputs, "-filter_complex", _graph(files, first, len(frames)), *listing_output(listing)]
        for name, path in files.items():
            arguments += _output(name, path, limits)
        run_ffmpeg(arguments, bounds_of(limits, length_s))
        _require_times(listing, table, frames, from_s)
        _require_frames(files, len(frames))


def list_frames(source: Path, scratch: Path, *, limits: Limits = EXACT_LIMITS) -> FrameTable:
    """The table of a video's frames, for which all of it is decoded; raises CutError if there is no such video.

    The listing lies in the folder `scratch` for as long as that takes.
    """
    video, listing = opened(source), scratch / "frames.txt"
    bounds = bounds_of(limits, probe_video(source, limits=limits).duration_s)
    graph = f"[0:V:0]{SIDE_CHECK},{EACH_ONCE},scale=2:2[listed]"
    try:
        run_ffmpeg([*video.input_arguments(limits), "-filter_complex", graph, *listing_output(listing)], bounds)
        with listing.open(encoding="ascii", errors="replace") as lines:
            return table_of(lines)
    finally:
        listing.unlink(missing_ok=True)


def require_same_video(source: Path, table: FrameTable, *, limits: Limits = EXACT_LIMITS) -> None:
    """Raises CutError if the file ends elsewhere than the video of the table; looks only at its packets."""
    ends_s, ended_s = probe_video(source, limits=limits).duration_s, table.start_ms(len(table)) / 1000
    if abs(ends_s - ended_s) > TOLERANCE_S:
        raise CutError(
            "other_video", f"the file lasts {ends_s:g} s, but people marked a video of {ended_s:g} s; use the same file"
        )


def _graph(names: Mapping[str, Path], first: int, count: int) -> str:
    """The frames once, sized, then split to the pads that are wanted, and their times beside."""
    ways = "".join(f"[to_{name}]" for name in names)
    parts = {VIDEO: VIDEO_PICTURE, PICTURE: f"select='eq(n,{count // 2})',format=rgb24"}
    graph = [
        f"[0:V:0]{SIDE_CHECK},{EACH_ONCE},trim=start_frame={first}:end_frame={first + count},split[cut][times]",
        "[times]scale=2:2[listed]",
        f"[cut]setpts=PTS-STARTPTS,{size_filter(height=HEIGHT)},split={len(names)}{ways}",
    ]
    return ";".join([*graph, *(f"[to_{name}]{parts[name]}[{name}]" for name in names)])


def _output(name: str, path: Path, limits: Limits) -> list[str]:
    options = (*AS_DECODED, *EXACT_ENCODER) if name == VIDEO else ("-fps_mode", "passthrough", *PICTURE_ENCODER)
    return ["-map", f"[{name}]", *SILENCE, "-threads", str(limits.threads), *options, f"file:{path.absolute()}"]


def _require_times(listing: Path, table: FrameTable, frames: range, from_s: float) -> None:
    """Raises CutError unless the listed frames begin when the table says, counted from `from_s`."""
    with listing.open(encoding="ascii", errors="replace") as lines:
        cut = table_of(lines)
    begins = (float(start * cut.base) + from_s for start in cut.starts)
    wanted = (float(table.starts[at] * table.base) for at in frames)
    if len(cut) != len(frames) or any(abs(b - w) > SAME_TIME_S for b, w in zip(begins, wanted, strict=True)):
        raise CutError("other_video", "the video has other frames than the one that people marked")


def _require_frames(files: Mapping[str, Path], count: int) -> None:
    """Raises CutError unless each file is there, with as many frames as were asked for."""
    try:
        for name, path in files.items():
            content = path.read_bytes()
            if name == VIDEO and read_mp4(content).frames != count:
                raise ValueError("frames are missing")
    except (FileNotFoundError, ValueError) as error:
        raise CutError("damaged", "the video is damaged: no clip could be cut from it") from error
