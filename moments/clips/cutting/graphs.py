"""The filters and outputs of one moment in a run of ffmpeg, which may cut others too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from moments.clips.cutting.limits import Limits
from moments.clips.cutting.picture import frame_count, frames_filter, size_filter
from moments.clips.cutting.renditions import SILENCE, rendition_of

PICTURE_FILE = ("-f", "image2", "-update", "1")


@dataclass(frozen=True, slots=True)
class CutStretch:
    """`[start_s, end_s]` of a video, shown at most `height` pixels high in `fps` pictures a second.

    The source is a file or a folder of frames.
    """

    source: Path
    start_s: float
    end_s: float
    height: int = 480
    fps: float = 3

    @property
    def frames(self) -> int:
        """How many pictures a clip of it has."""
        return frame_count(self.start_s, self.end_s, self.fps)


def pictures_of(stretch: CutStretch) -> str:
    """The filters that take the stretch's pictures from its beginning on."""
    return frames_filter(fps=stretch.fps, frames=stretch.frames)


def filters_of(stretch: CutStretch, names: Iterable[str], number: int) -> Mapping[str, str]:
    """Each rendition's filters, with labels of the `number`-th moment."""
    return {name: rendition_of(name).filters_of(number, stretch.frames) for name in names}


def graph_of(pad: str, stretch: CutStretch, filters: Mapping[str, str], number: int) -> str:
    """From the pad on which the stretch begins at 0 to a pad for each rendition: the pictures once, then split.

    Each rendition sizes the frames itself: behind a common sizing one's choice of a pixel format would be
    the others' too, and a clip's bytes would depend on what was cut beside it.
    """
    size = size_filter(height=stretch.height)
    ways = "".join(f"[to_{name}{number}]" for name in filters)
    graph = [f"{pad}{pictures_of(stretch)},split={len(filters)}{ways}"]
    graph += [f"[to_{name}{number}]{size},{chain}[{name}{number}]" for name, chain in filters.items()]
    return ";".join(graph)


def output_of(name: str, number: int, path: Path, limits: Limits) -> list[str]:
    """Ffmpeg's arguments that write a moment's rendition to the path."""
    threads = ["-threads", str(limits.threads)]
    return ["-map", f"[{name}{number}]", *SILENCE, *threads, *rendition_of(name).options, f"file:{path.absolute()}"]
