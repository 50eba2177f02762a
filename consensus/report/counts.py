"""What the report is made of: counts and lengths as the database gives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from annotator.text.section import BINS_A_UNIT
from moments.scale import PUBLISHED, Level

BIN_OF_ONE = BINS_A_UNIT


class QueryLine(NamedTuple):
    """A query with counted pairs: its split, its text, and how many of its pairs agreed on each level."""

    split: str
    text: str
    agreed: tuple[int, ...]


class MomentLine(NamedTuple):
    """A moment with counted pairs in a split, and the video it lies in; durations in seconds."""

    split: str
    moment: int
    seconds: float
    video: int
    video_s: float


class BatchBorder(NamedTuple):
    """Where the second batch of extended queries begins, and what changes there.

    `before` and `after` are the mean relevances of agreed pairs of these queries at the last rank of batch 1 and the
    first of batch 2. `compared` queries have scores in both batches; in `changed` of them the two people who gave most
    scores differ between the batches.
    """

    first_rank: int
    queries: int
    before: float | None
    after: float | None
    compared: int
    changed: int


@dataclass(frozen=True, slots=True)
class Counts:
    """Pairs by rank and relevance, by bin of similarity and relevance, by end, by lowest and highest raw score.

    A bin is 1/20 wide and numbered by 20 times its lower end; bin 20 holds only the similarity 1. Agreed pairs only,
    but for `ended` (by kind of verdict), `ranges` (what the rule agreed or discarded) and, where no pair agreed,
    `queries` and `moments`: those of all decided pairs. `border` is None if no query was extended, or if second batches
    begin at different ranks. `levels` are those of the campaign's scale.
    """

    by_rank: Mapping[tuple[int, int], int]
    by_bin: Mapping[tuple[int, int], int]
    ended: Mapping[str, int]
    ranges: Mapping[tuple[int, int], int]
    queries: Sequence[QueryLine]
    moments: Sequence[MomentLine]
    border: BatchBorder | None = None
    levels: tuple[Level, ...] = PUBLISHED
