"""Whether two filmstrips show the same film."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

import numpy as np
from PIL import Image

from moments.clips.cutting.whole_video import TILES_A_SIDE

CELLS_A_SIDE = 8  # of a tile: enough to tell pictures apart, and too few to see how they were encoded
BLANK = 1.0
OTHER = 6.0  # levels of 255, on average over a tile; encoding a film again changes less than one
MOST_OTHER = 0.1

Sheets = Iterable[IO[bytes]]


def is_same_film(before: Sheets, after: Sheets) -> bool:
    """Whether at most a tenth of the tiles differ that are not black in both; sheets of ten by ten tiles, in order.

    Frames are taken to begin at the same times, so that each tile stands for the same frame. Two films that look alike,
    such as an hour of a street and the next one, may pass for the same.
    """
    other = shown = 0
    for one, another in zip(before, after, strict=False):
        first, second = _cells(one), _cells(another)
        filled = (first.max(axis=(1, 3)) > BLANK) | (second.max(axis=(1, 3)) > BLANK)
        shown += int(filled.sum())
        other += int((np.abs(first - second).mean(axis=(1, 3)) > OTHER).sum())
    return other <= MOST_OTHER * shown


def _cells(sheet: IO[bytes]) -> np.ndarray:
    """The mean brightness of each cell, as (row of tiles, row of cells, column of tiles, column of cells)."""
    side = TILES_A_SIDE * CELLS_A_SIDE
    with Image.open(sheet) as picture:
        small = picture.convert("L").resize((side, side), Image.Resampling.BOX)
    return np.asarray(small, dtype=float).reshape(TILES_A_SIDE, CELLS_A_SIDE, TILES_A_SIDE, CELLS_A_SIDE)
