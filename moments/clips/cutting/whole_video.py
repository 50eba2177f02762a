"""A whole video for the desk: a proxy that any frame is found in quickly, the times of its frames, and a filmstrip."""

from __future__ import annotations

import hashlib
import math
import mmap
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from moments.clips.cutting.clips import CutClip
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.ffmpeg import run_ffmpeg
from moments.clips.cutting.frame_table import BASE, FRAME, FrameTable, table_of
from moments.clips.cutting.landing import landing
from moments.clips.cutting.limits import Limits
from moments.clips.cutting.opening import opened
from moments.clips.cutting.picture import SIDE_CHECK, size_filter
from moments.clips.cutting.probing import probe_video
from moments.clips.cutting.renditions import PLAIN_MP4, SILENCE
from moments.clips.formats.mp4_boxes import read_mp4
from moments.clips.formats.webp_chunks import read_webp

HEIGHT = 720
# The times of frames go through as they are; what comes at the time of the frame before, or earlier, is left out.
EACH_ONCE = "select='isnan(prev_pts)+gt(pts,prev_pts)'"
# Only the frames' times are listed; to weigh all pixels for these pictures would take a tenth of the run.
TINY = "scale=2:2:flags=neighbor"
AS_DECODED = ("-fps_mode", "passthrough", "-enc_time_base", "filter")
# No frame refers to a later one, so no time is shifted; a key frame at least every second, whatever the rate.
PROXY_ENCODER = (
    *("-c:v", "libx264", "-preset", "veryfast", "-crf", "26", "-bf", "0", "-g", "1000"),
    *("-force_key_frames", "expr:isnan(prev_forced_t)+gte(t,prev_forced_t+0.9)"),
    *PLAIN_MP4,
)
VIDEO_PICTURE = "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
TILE_HEIGHT = 90
TILES_A_SIDE = 10
MOST_TILES = 600
TILE_ENCODER = ("-c:v", "libwebp", "-quality", "55", "-f", "image2")
LONGEST_S = 36_000
HEAD_BYTES = 4096
WALL_S_A_SECOND = 4.0
LONGEST_RUN_S = 6600.0  # so that it ends before the task that cuts it (`config/jobs.py`)
SECONDS_OF_OUTPUT = 180.0  # as long a video may fill the file that the limits allow, a longer one more


@dataclass(frozen=True, slots=True)
class Filmstrip:
    """Small pictures of a video in sheets of 10 × 10, row by row; `frames` has the number of the frame of each."""

    sheets: Sequence[Path]
    tile_width: int
    tile_height: int
    frames: Sequence[int]


@dataclass(frozen=True, slots=True)
class WholeVideo:
    """The proxy as it was stored, when its frames are shown, and the filmstrip.

    `left_out` frames of the source have the time of the frame before, or an earlier one: no time shows them.
    """

    proxy: CutClip
    table: FrameTable
    filmstrip: Filmstrip
    left_out: int = 0


def cut_whole_video(source: Path, folder: Path, *, limits: Limits | None = None) -> WholeVideo:
    """Writes `proxy.mp4` and `sheet-001.webp` … into the folder, from a video file or a folder of frames.

    The proxy has each frame of the source once, at its own time from the first frame on, at most 720 lines high and
    never enlarged, without sound and metadata. Raises CutError, with the reason, if there is no such video or it is
    longer than ten hours; then the folder has no new file.
    """
    video = opened(source)
    limits = limits or Limits()
    length_s = probe_video(source, limits=limits).duration_s
    if length_s > LONGEST_S:
        raise CutError("too_large", f"the video is {length_s / 3600:.1f} hours long; the limit is 10 hours")
    bounds = bounds_of(limits, length_s)
    every_s = max(1, math.ceil(length_s / (MOST_TILES - 1)))
    with ExitStack() as landings:
        proxy = landings.enter_context(landing(folder / "proxy.mp4"))
        listing, all_frames = proxy.with_name("frames.txt"), proxy.with_name("all-frames.txt")
        sheets = proxy.with_name("sheet-%03d.webp")
        outputs = [*_outputs(proxy, listing, sheets, every_s, limits), *listing_output(all_frames, pad="all")]
        run_ffmpeg([*video.input_arguments(limits), *outputs], bounds)
        with listing.open(encoding="ascii", errors="replace") as lines:
            table = table_of(lines)
        with all_frames.open(encoding="ascii", errors="replace") as lines:
            left_out = sum(FRAME.match(line) is not None for line in lines) - len(table)
        cut = _read_proxy(proxy, table)
        filmstrip = _landed(proxy.parent, folder, _tile_frames(table, every_s), landings)
    return WholeVideo(cut, table, filmstrip, left_out)


def seconds_made(folder: Path) -> float:
    """How far a run that writes into this folder has come, in seconds of the video; 0 before it has begun."""
    for listing in folder.glob(".cutting-*/frames.txt"):
        with suppress(OSError), listing.open("rb") as file:
            head = file.read(HEAD_BYTES).decode("ascii", "replace")
            file.seek(max(0, listing.stat().st_size - HEAD_BYTES))
            lines = file.read().decode("ascii", "replace").split("\n")[:-1]  # the last one may be half written
            base = BASE.search(head)
            frames = [found for line in lines if (found := FRAME.match(line))]
            if base and frames:
                return float(int(frames[-1][1]) * Fraction(int(base[1]), int(base[2])))
    return 0.0


def bounds_of(limits: Limits, length_s: float) -> Limits:
    """The limits of a run that encodes so many seconds of video."""
    return replace(
        limits,
        wall_s=min(LONGEST_RUN_S, limits.wall_s + WALL_S_A_SECOND * length_s),
        output_bytes=int(limits.output_bytes * max(1.0, length_s / SECONDS_OF_OUTPUT)),
    )


def _outputs(proxy: Path, listing: Path, sheets: Path, every_s: int, limits: Limits) -> list[str]:
    graph = [
        f"[0:V:0]{SIDE_CHECK},split=2[seen][counted]",
        f"[counted]{TINY},setpts=N[all]",
        f"[seen]{EACH_ONCE},split=3[whole][times][strip]",
        f"[whole]{size_filter(height=HEIGHT)},{VIDEO_PICTURE}[proxy]",
        f"[times]{TINY}[listed]",
        f"[strip]select='isnan(prev_selected_t)+gte(t-prev_selected_t,{every_s})',{size_filter(height=TILE_HEIGHT)},"
        f"tile={TILES_A_SIDE}x{TILES_A_SIDE},format=yuv420p[sheets]",
    ]
    threads = ("-threads", str(limits.threads))
    return [
        *("-filter_complex", ";".join(graph)),
        *("-map", "[proxy]", *SILENCE, *threads, *AS_DECODED, *PROXY_ENCODER, f"file:{proxy.absolute()}"),
        *listing_output(listing),
        *("-map", "[sheets]", *SILENCE, *threads, "-fps_mode", "passthrough", *TILE_ENCODER),
        f"file:{str(sheets.absolute()).replace('%', '%%').replace('%%03d', '%03d')}",
    ]


def listing_output(listing: Path, *, pad: str = "listed") -> list[str]:
    """Ffmpeg's arguments that write the times of the frames of the pad, for `table_of`."""
    return ["-map", f"[{pad}]", *AS_DECODED, "-f", "framecrc", f"file:{listing.absolute()}"]


def _read_proxy(path: Path, table: FrameTable) -> CutClip:
    """What ffmpeg wrote; raises CutError where that is no proxy of these frames."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            try:
                shape = read_mp4(content)
            except ValueError as error:
                raise CutError("damaged", "the video is damaged: no proxy could be made of it") from error
    if shape.frames != len(table):
        raise CutError("damaged", "the video is damaged: its proxy lacks frames")
    return CutClip(shape.frames, shape.width, shape.height, table.duration_s, path.stat().st_size, digest)


def _tile_frames(table: FrameTable, every_s: int) -> list[int]:
    """The frames that the filter `select` of the filmstrip takes."""
    frames, last = [0], table.starts[0]
    for number, start in enumerate(table.starts):
        if (start - last) * table.base >= every_s:
            frames.append(number)
            last = start
    return frames


def _landed(made: Path, folder: Path, frames: Sequence[int], landings: ExitStack) -> Filmstrip:
    sheets = []
    for sheet in sorted(made.glob("sheet-*.webp")):
        target = landings.enter_context(landing(folder / sheet.name))
        sheet.replace(target)
        shape = read_webp(target.read_bytes())
        sheets.append(folder / sheet.name)
    if len(sheets) != math.ceil(len(frames) / TILES_A_SIDE**2):
        raise CutError("damaged", "the video is damaged: its filmstrip lacks pictures")
    return Filmstrip(sheets, shape.width // TILES_A_SIDE, shape.height // TILES_A_SIDE, frames)
