"""What a clip's file holds, as read from the file itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """Pictures, their size in pixels, and how many seconds one play of them takes."""

    frames: int
    width: int
    height: int
    seconds: float
