"""How long a video really is and how large its picture, measured instead of believed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from moments.clips.cutting.child import Excerpt
from moments.clips.cutting.failures import CutError
from moments.clips.cutting.ffmpeg import run_ffmpeg
from moments.clips.cutting.limits import DEFAULT_LIMITS, Limits
from moments.clips.cutting.opening import opened

TIME_BASE = re.compile(r"^#tb 0: (\d+)/(\d+)$", re.MULTILINE)
LISTING = ["-f", "framecrc", "pipe:1"]
UNDECODABLE = "the video is damaged: no picture can be decoded"


@dataclass(frozen=True, slots=True)
class Probe:
    """A video's length in seconds and its picture's size in pixels, as it is displayed."""

    duration_s: float
    width: int
    height: int


def probe_video(source: Path, *, limits: Limits = DEFAULT_LIMITS) -> Probe:
    """Decodes one picture, and walks through all packets of the first video stream undecoded.

    A header may lie and a file may have lost its end; the last packet tells. Raises CutError when the file is
    missing, empty, no video, damaged or beyond the limits.
    """
    stream = [*opened(source).input_arguments(limits), "-map", "0:V:0"]
    picture = run_ffmpeg([*stream, "-frames:v", "1", *LISTING], limits)
    packets = run_ffmpeg([*stream, "-c", "copy", *LISTING], limits)
    width, height = picture_size(picture.output)
    return Probe(last_end_s(packets.output), width, height)


def frame_rate(source: Path, *, limits: Limits = DEFAULT_LIMITS) -> float:
    """How many pictures a second a video has; of uneven ones, the rate that holds each of them.

    Raises CutError as `probe_video` does.
    """
    stream = [*opened(source).input_arguments(limits), "-map", "0:V:0"]
    listing = run_ffmpeg([*stream, "-frames:v", "1", *LISTING], limits).output
    picture_size(listing)
    base = TIME_BASE.search(listing.head.decode("ascii", "replace"))
    if base is None or not int(base[1]):
        raise CutError("damaged", UNDECODABLE)
    return int(base[2]) / int(base[1])  # a decoded picture lasts one unit


def picture_size(listing: Excerpt) -> tuple[int, int]:
    """Width and height in a framecrc listing of a decoded picture; raises CutError when there is none."""
    head = listing.head.decode("ascii", "replace")
    size = re.search(r"^#dimensions 0: (\d+)x(\d+)$", head, re.MULTILINE)
    if size is None or re.search(r"^0,", head, re.MULTILINE) is None:
        raise CutError("damaged", UNDECODABLE)
    return int(size[1]), int(size[2])


def last_end_s(listing: Excerpt) -> float:
    """When the last packet of a framecrc listing ends, in seconds; raises CutError when there is none.

    Packets come in the order of decoding, so the latest end is looked for among the last sixty or so.
    """
    text = (listing.head + b"\n" + listing.tail).decode("ascii", "replace")
    base = TIME_BASE.search(text)
    packets = re.findall(r"^0, *-?\d+, *(-?\d+), *(\d+), *\d+, 0x", text, re.MULTILINE)
    if base is None or not packets:
        raise CutError("damaged", UNDECODABLE)
    end = max(int(shown) + int(length) for shown, length in packets)
    return float(end * Fraction(int(base[1]), int(base[2])))
