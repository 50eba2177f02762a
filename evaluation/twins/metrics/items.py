"""The items of one split: videos with a caption each, some of them twins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from evaluation.metrics.columns import Bools, Ints


@dataclass(frozen=True)
class TwinItems:
    """Names, which of them run forward, and each one's twin: its place among the items, or −1.

    A video and its caption have the same name. Whatever has a twin is its twin's twin, and of the two one runs forward.
    """

    names: list[str]
    forward: Bools
    twin: Ints

    @cached_property
    def family(self) -> Ints:
        """A number for each item that only its twin shares; numbers run from 0 without a gap."""
        places = np.arange(len(self.names))
        return np.unique(np.where(self.twin < 0, places, np.minimum(places, self.twin)), return_inverse=True)[1]


class Task(NamedTuple):
    """One of the three tasks: which items are asked for, and among how many candidates each is sought."""

    name: str
    sentence: str
    asked: Callable[[TwinItems], Bools]
    candidates: Callable[[TwinItems], int]


ORIGIN = Task(
    "Origin",
    "Find a forward video among all forward videos.",
    lambda items: items.forward,
    lambda items: int(items.forward.sum()),
)
HARD = Task(
    "Hard",
    "Find a video among all videos, twins included.",
    lambda items: np.ones(len(items.names), dtype=np.bool_),
    lambda items: len(items.names),
)
BINARY = Task(
    "Binary",
    "Choose between a video and its twin.",
    lambda items: items.twin >= 0,
    lambda _: 2,
)
TASKS = {task.name: task for task in (ORIGIN, HARD, BINARY)}
DIRECTIONS = {"text_to_video": "text to video", "video_to_text": "video to text"}
