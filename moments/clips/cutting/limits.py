"""How much time, memory, output and picture one run of ffmpeg may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of one child process; the defaults hold a 4K film with room to spare.

    `wall_s` is the time from start to end, `memory_bytes` the address space (a cut of a 4K film stays below
    1 GB), `output_bytes` the largest file, `max_pixels` the largest picture that is decoded (3840 × 2160),
    `threads` the decoder's and the filters' threads, which cost address space each.
    """

    wall_s: float = 120.0
    memory_bytes: int = 2 * 1024**3
    output_bytes: int = 256 * 1024**2
    max_pixels: int = 8_294_400
    threads: int = 2


DEFAULT_LIMITS = Limits()
