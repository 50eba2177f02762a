"""The filters and outputs of one moment in a run of ffmpeg, which may cut others too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from moments.clips.cutting.limits import Limits
from moments.clips.cutting.picture import frame_count, frames_filter, size_filter
from moments.clips.cutting.renditions import NOTHING_ELSE, SILENCE, SOUND_RATE, Rendition, rendition_of

# AAC begins with a frame of nothing.
BEFORE_SOUND_S = 1024 / SOUND_RATE
SHORTEST_SOUND_S = 0.001
PICTURE_FILE = ("-f", "image2", "-update", "1")


@dataclass(frozen=True, slots=True)
class CutStretch:
    """`[start_s, end_s]` of a video, shown at most `height` pixels high in `fps` pictures a second.

    The source is a file or a folder of frames. With `sound`, renditions that can carry it have its first sound.
    `backward`, its pictures come from the last to the first, without sound.
    """

    source: Path
    start_s: float
    end_s: float
    height: int = 480
    fps: float = 3
    sound: bool = False
    backward: bool = False

    @property
    def frames(self) -> int:
        """How many pictures a clip of it has."""
        return frame_count(self.start_s, self.end_s, self.fps)

    @property
    def middle(self) -> int:
        """Which picture of the forward clip, from 0, is in the middle of this one."""
        middle = self.frames // 2
        return self.frames - 1 - middle if self.backward else middle

    def hears(self, rendition: Rendition) -> bool:
        """Whether this rendition of it keeps the sound, if the source has any."""
        return self.sound and not self.backward and bool(rendition.sound)


def pictures_of(stretch: CutStretch) -> str:
    """The filters that take the stretch's pictures from its beginning on."""
    return frames_filter(fps=stretch.fps, frames=stretch.frames)


def filters_of(stretch: CutStretch, names: Iterable[str], number: int) -> Mapping[str, str]:
    """Each rendition's filters, with labels of the `number`-th moment."""
    return {name: rendition_of(name).filters_of(number, stretch.middle) for name in names}


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


def output_of(
    name: str, number: int, path: Path, limits: Limits, *, stretch: CutStretch, first_s: float | None = None
) -> list[str]:
    """Ffmpeg's arguments that write a moment's rendition to the path.

    The input begins at `first_s` of the source, where it does not begin with the stretch.
    """
    rendition, threads = rendition_of(name), ["-threads", str(limits.threads)]
    heard = [*_sound_of(stretch, first_s), *rendition.sound, *NOTHING_ELSE] if stretch.hears(rendition) else SILENCE
    return ["-map", f"[{name}{number}]", *heard, *threads, *rendition.options, f"file:{path.absolute()}"]


def _sound_of(stretch: CutStretch, first_s: float | None) -> list[str]:
    """The source's first sound, if it has one, for as long as the pictures last; silence where it has none.

    It begins later by what the encoder puts before it, so that neither it nor the pictures are shifted.
    """
    start_s = 0.0 if first_s is None else stretch.start_s - first_s
    length_s = max(stretch.frames / stretch.fps - BEFORE_SOUND_S, SHORTEST_SOUND_S)
    filters = [
        f"aresample={SOUND_RATE}:async=1:first_pts=0",
        f"atrim=start={start_s + BEFORE_SOUND_S:.6f}:duration={length_s:.6f}",
        f"asetpts=N+{BEFORE_SOUND_S}*SR",
        f"apad=whole_dur={length_s:.6f}",
    ]
    return ["-map", "0:a:0?", "-af", ",".join(filters)]
