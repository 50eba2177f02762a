"""Writing a stretch backwards: each picture of the forward cut waits on the disk, and the last is encoded first.

A file holds one picture as the forward cut's encoder would get it, without loss, so that no more than a few are ever
in memory, however long the stretch is.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from moments.clips.cutting.failures import CutError
from moments.clips.cutting.ffmpeg import run_ffmpeg
from moments.clips.cutting.graphs import PICTURE_FILE, CutStretch, filters_of, graph_of, output_of
from moments.clips.cutting.limits import Limits
from moments.clips.cutting.renditions import GIF_OF_GIVEN_PALETTE, GIF_PIXELS, PALETTE, POSTER, SILENCE

# Every packet of this encoder is a picture of its own; Matroska keeps what the pictures say of their colours.
KEPT_AS = (
    *("-fps_mode", "passthrough", "-c:v", "ffv1", "-g", "1"),
    *("-f", "segment", "-segment_time", "0.00001", "-segment_format", "matroska", "-segment_list_type", "csv"),
)
# The palette of the forward cut is made from the same pictures in the same order.
KEPT_FOR_GIF = f"{GIF_PIXELS},split[seen{{i}}][kept{{i}}];[seen{{i}}]{PALETTE}[palette{{i}}];[kept{{i}}]null"
SUFFIX = ".mkv"
# Keeping a picture takes a third of that at 480p.
SECONDS_A_PICTURE = 0.1


def write_backwards(inputs: Sequence[str], stretch: CutStretch, files: Mapping[str, Path], limits: Limits) -> None:
    """Each rendition of a backward stretch to its path: a run that keeps the pictures, and one for each rendition.

    The poster is the middle picture of the backward clip.
    """
    bounds = replace(limits, wall_s=limits.wall_s + SECONDS_A_PICTURE * stretch.frames)
    with _shelf_beside(files) as shelf:
        _keep_pictures(inputs, stretch, files, shelf, bounds)
        for name, path in files.items():
            if name != POSTER:
                _encode(name, path, stretch, shelf, bounds)


@contextmanager
def _shelf_beside(files: Mapping[str, Path]) -> Iterator[Path]:
    beside = next(iter(files.values())).parent
    with tempfile.TemporaryDirectory(prefix="pictures-", dir=beside) as folder:
        yield Path(folder)


def _keep_pictures(
    inputs: Sequence[str], stretch: CutStretch, files: Mapping[str, Path], shelf: Path, limits: Limits
) -> None:
    filters = dict(filters_of(stretch, files, 0))
    outputs: list[str] = []
    if "gif" in filters:
        filters["gif"] = KEPT_FOR_GIF.format(i=0)
        outputs += ["-map", "[palette0]", *SILENCE, *PICTURE_FILE, f"file:{_palette(shelf)}"]
    for name, path in files.items():
        if name == POSTER:
            outputs += output_of(name, 0, path, limits, stretch=stretch)
        else:
            kept = [*KEPT_AS, "-segment_list", f"file:{_list(shelf, name)}", f"file:{shelf}/{name}%07d{SUFFIX}"]
            outputs += ["-map", f"[{name}0]", *SILENCE, *kept]
    run_ffmpeg([*inputs, "-filter_complex", graph_of("[0:V:0]", stretch, filters, 0), *outputs], limits)


def _encode(name: str, path: Path, stretch: CutStretch, shelf: Path, limits: Limits) -> None:
    """The pictures from the last to the first, as one stream of the clip's rate."""
    kept = [line.split(",") for line in _list(shelf, name).read_text().splitlines()]
    if not kept:
        raise CutError("damaged", "the video is damaged: no picture can be decoded")
    listing = shelf / f"{name}.ffconcat"
    listing.write_text("".join(["ffconcat version 1.0\n", *(f"file {picture}\n" for picture, *_ in reversed(kept))]))
    # A first picture that comes late does so in both clips, so that the lengths of pictures are rounded alike.
    late = round(float(kept[0][2]) * stretch.fps) - 1
    rate = f"{stretch.fps:.10g}"
    inputs = ["-protocol_whitelist", "file", "-format_whitelist", "concat,matroska", "-f", "concat"]
    inputs += ["-threads", str(limits.threads), "-i", f"file:{listing}"]
    # Times of a file are whole milliseconds; the last picture lasts until it is sure to be counted.
    in_step = f"setpts=(N+{late})/{rate}/TB,tpad=stop_mode=clone:stop=1,fps={rate},trim=end_frame={len(kept)}"
    graph = f"[0:V:0]{in_step}"
    if name == "gif":
        inputs += ["-protocol_whitelist", "file", "-f", "png_pipe", "-i", f"file:{_palette(shelf)}"]
        graph += f",{GIF_OF_GIVEN_PALETTE.format(i=0)}"
    graph += f"[{name}0]"
    run_ffmpeg([*inputs, "-filter_complex", graph, *output_of(name, 0, path, limits, stretch=stretch)], limits)


def _list(shelf: Path, name: str) -> Path:
    """Where the names and times of the kept pictures are written."""
    return shelf / f"{name}.csv"


def _palette(shelf: Path) -> Path:
    return shelf / "palette.png"
