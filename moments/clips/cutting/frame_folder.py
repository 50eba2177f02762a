"""A video that was released as a folder of numbered JPEGs, three a second, as TVR's is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from moments.clips.cutting.failures import CutError
from moments.clips.cutting.limits import Limits

FRAMES_A_SECOND = 3
NUMBERED = re.compile(r"(\d{1,9})(\.jpe?g)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FrameFolder:
    """Pictures `first` to `first + count - 1`, with names of `digits` digits and one suffix; no number is missing."""

    path: Path
    first: int
    count: int
    digits: int
    suffix: str

    @property
    def duration_s(self) -> float:
        """How long the pictures last."""
        return self.count / FRAMES_A_SECOND

    def input_arguments(self, limits: Limits, *, start_s: float = 0.0, length_s: float | None = None) -> list[str]:
        """Ffmpeg's arguments that open these pictures and nothing else, from `start_s` (exact) for `length_s`."""
        arguments = ["-protocol_whitelist", "file", "-format_whitelist", "image2", "-f", "image2"]
        arguments += ["-pattern_type", "sequence", "-framerate", str(FRAMES_A_SECOND)]
        arguments += ["-start_number", str(self.first), "-start_number_range", "1"]
        # The one decoder for what is called JPEG, whatever the file holds.
        arguments += ["-c:v", "mjpeg", "-max_pixels", str(limits.max_pixels), "-threads", str(limits.threads)]
        if start_s > 0:
            arguments += ["-ss", f"{start_s:.6f}"]
        if length_s is not None:
            arguments += ["-t", f"{length_s:.6f}"]
        folder = str(self.path.absolute()).replace("%", "%%")
        return [*arguments, "-i", f"file:{folder}/%0{self.digits}d{self.suffix}"]


def frames_in(path: Path) -> FrameFolder:
    """The folder's pictures; raises CutError if there are none, or a number is missing."""
    try:
        names = [entry.name for entry in path.iterdir()]
    except OSError as error:
        raise CutError("missing", f"the folder of frames cannot be read: {error.strerror}") from error
    found = {int(match[1]): match for match in map(NUMBERED.fullmatch, names) if match}
    if not found:
        raise CutError("empty", "the folder contains no numbered JPEGs")
    first, last = min(found), max(found)
    missing = next((number for number in range(first, last) if number not in found), None)
    if missing is not None:
        raise CutError("damaged", f"frame {missing} is missing in the folder of frames")
    match = found[first]
    return FrameFolder(path, first, len(found), len(match[1]), match[2])
