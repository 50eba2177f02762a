"""What clips of a size and rate are expected to take, worked out before any is cut, and which GIFs are too large."""

from __future__ import annotations

from moments.clips.cutting.picture import frame_count
from moments.clips.cutting.renditions import RENDITIONS
from moments.clips.cutting.sizes import readable_bytes

# Half of what busy film at 480p needs a frame (`make bench-cutting`); drawn scenes need a tenth of that.
BYTES_A_FRAME = {"gif": 120_000, "mp4": 6_000, "webp": 18_000}
SECONDS_A_FRAME = {"gif": 0.1, "mp4": 0.03, "webp": 0.06}
BYTES_A_POSTER = 60_000
SOUND_BYTES_A_SECOND = 12_500
# Of a proxy, a second of the video: busy film at 720p and 25 frames a second (docs/clips.md); calm film needs half.
PROXY_BYTES_A_SECOND = 200_000
PROXY_SECONDS_A_SECOND = 0.4
# A person who waits for a larger picture gives up, and browsers hold all its frames.
LARGEST_GIF_BYTES = 50_000_000


def needs_a_second(rendition: str, *, height: int, fps: float, sound: bool = False) -> tuple[float, float]:
    """Of a rendition or a proxy, for each second that it plays: bytes, and seconds of a core."""
    if rendition not in BYTES_A_FRAME:
        return PROXY_BYTES_A_SECOND, PROXY_SECONDS_A_SECOND
    seen = (height / 480) ** 2 * fps
    heard = SOUND_BYTES_A_SECOND if sound and RENDITIONS[rendition].sound else 0
    return seen * BYTES_A_FRAME[rendition] + heard, seen * SECONDS_A_FRAME[rendition]


def longest_gif_s(*, height: int, fps: float) -> float:
    """How long a moment may be, in seconds, for its GIF to stay below the limit."""
    return LARGEST_GIF_BYTES / needs_a_second("gif", height=height, fps=fps)[0]


def gif_refusal(*, start_s: float, end_s: float, height: int, fps: float) -> str:
    """Why no GIF is cut of that stretch, with the size expected; empty for one that stays below the limit."""
    expected = needs_a_second("gif", height=height, fps=fps)[0] * (end_s - start_s)
    if expected <= LARGEST_GIF_BYTES:
        return ""
    return (
        f"a GIF of {end_s - start_s:.0f} s with {frame_count(start_s, end_s, fps):,} frames would take about"
        f" {readable_bytes(expected)}; the limit is {readable_bytes(LARGEST_GIF_BYTES)}"
    )
