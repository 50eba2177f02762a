"""How a campaign's clips look and whether they are heard: frames a second, height, renditions, sound."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from moments.base.errors import BadInput
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.probing import frame_rate
from moments.clips.cutting.renditions import RENDITIONS

LOWEST, HIGHEST = 16, 2160
SLOWEST, FASTEST = 0.1, 60.0


@dataclass(frozen=True, slots=True)
class ClipLook:
    """Pictures a second, pixels in height at most, the renditions of every moment, and whether MP4s have sound.

    With `source_rate`, `fps` is the most: clips of a video with fewer pictures a second have the video's own rate.
    """

    fps: float
    height: int
    renditions: tuple[str, ...]
    sound: bool = False
    source_rate: bool = False

    def for_video(self, path: Path) -> ClipLook:
        """How clips of that video look. If it is damaged at its beginning, its other moments have `fps`.

        Raises CutError for whatever may be different the next time: both clips of twins need one rate.
        """
        if not self.source_rate:
            return self
        try:
            rate = frame_rate(path)
        except CutError as error:
            if error.kind != "damaged":
                raise
            return self
        return replace(self, fps=min(self.fps, max(SLOWEST, rate)))

    def is_like(self, other: ClipLook) -> bool:
        """Whether clips come out alike; the order of renditions does not matter."""
        alike = (self.fps, self.height, self.sound) == (other.fps, other.height, other.sound)
        return alike and set(self.renditions) == set(other.renditions)

    @property
    def names(self) -> str:
        """The renditions as the campaign keeps them."""
        return ",".join(self.renditions)


def require_look(look: ClipLook) -> None:
    """Raises BadInput, naming the field, for what cannot be cut."""
    if not SLOWEST <= look.fps <= FASTEST:
        raise BadInput(f"expected {SLOWEST:g} to {FASTEST:g}", field="fps")
    if not LOWEST <= look.height <= HIGHEST:
        raise BadInput(f"expected {LOWEST} to {HIGHEST} pixels", field="height")
    if not look.renditions:
        raise BadInput("choose at least one", field="renditions")
    if look.sound and not any(RENDITIONS[name].sound for name in look.renditions):
        raise BadInput("only MP4 carries sound; choose MP4 too, or no sound", field="sound")
