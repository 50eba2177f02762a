"""Runs of one system under several seeds: which belong together, and how far their means spread."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

SEEDED = re.compile(r"(?P<system>.*[^\s,;:_(-])[\s,;:_(-]+seed[\s=:_-]*(?P<seed>\d{1,18})\)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Seeded:
    """What a name says: the system and the seed that it was trained or drawn with."""

    system: str
    seed: int


@dataclass(frozen=True, slots=True)
class Spread:
    """The mean of several runs' means and their standard deviation, with n − 1 below the sum."""

    mean: float
    deviation: float
    runs: int


def seeded(name: str) -> Seeded | None:
    """The system and seed of a run named like `ReLoCLNet seed 3` or `reloclnet_seed=3`; None of any other name."""
    found = SEEDED.fullmatch(name.strip())
    return Seeded(found["system"], int(found["seed"])) if found else None


def spread_of(values: Sequence[float]) -> Spread | None:
    """Mean and standard deviation; None of fewer than two values."""
    return Spread(fmean(values), stdev(values), len(values)) if len(values) > 1 else None
