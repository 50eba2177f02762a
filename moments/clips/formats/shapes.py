"""What a clip's file holds, as read from the file itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """Pictures, their size in pixels, how many seconds one play of them takes, and whether there is sound beside."""

    frames: int
    width: int
    height: int
    seconds: float
    has_sound: bool = False
