"""What files of scores given elsewhere tell: pairs as they are described, and the scores of each in file order."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from evaluation.scale import SCALE
from moments.base.errors import BadLine
from moments.corpus.files.faults import FIRST_ONE, Faults
from moments.corpus.files.values import Place, identifier, number

WORKER = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,39}")
# A cosine of single precision may lie above 1 by its last digits.
ROUNDING = 0.001


@dataclass(frozen=True, slots=True)
class Described:
    """A pair as a file describes it; times in seconds, what is None or empty is untold.

    `relevance` is the verdict that the file names, if any; `timed` is False where start and end are stand-ins.
    """

    place: Place
    pair: int
    query_id: int | None
    query: str
    split: str
    video: str
    start_s: float
    end_s: float
    duration_s: float | None
    caption: str
    similarity: float
    desc_id: int | None = None
    relevance: int | None = None
    timed: bool = True

    @property
    def query_key(self) -> int | str:
        """What tells one query from another: its number or, without one, its text."""
        return self.query if self.query_id is None else self.query_id

    @property
    def content(self) -> tuple[object, ...]:
        """What two files that describe the pair must agree on."""
        return (self.query_key, self.query, self.video, self.start_s, self.end_s, self.caption)


@dataclass(slots=True)
class Archive:
    """The contents of all files together; `faults` hears of lines that contradict what was told before."""

    faults: Faults = FIRST_ONE
    described: dict[int, Described] = field(default_factory=dict)
    scores: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    rows: int = 0
    left_out: int = 0
    _durations: dict[str, float] = field(default_factory=dict)
    _ends: dict[str, float] = field(default_factory=dict)
    _queries: dict[int | str, tuple[str, str]] = field(default_factory=dict)

    def describe(self, told: Described) -> None:
        """Take in a description; a second one of the same pair must say the same."""
        try:
            self._refuse_contradiction(told)
        except BadLine as fault:
            self.faults.take(fault)
            return
        if told.duration_s is not None:
            self._durations[told.video] = told.duration_s
        self._ends[told.video] = max(told.end_s, self._ends.get(told.video, 0.0))
        text, split = self._queries.get(told.query_key, (told.query, ""))
        self._queries[told.query_key] = (text, split or told.split)
        before = self.described.get(told.pair)
        if before is None or before.relevance is None:
            self.described[told.pair] = told

    def score(self, place: Place, pair: int, worker: str, relevance: int) -> None:
        """Take in one score."""
        if not WORKER.fullmatch(worker):
            problem = f"worker: expected a pseudonym of up to 40 letters, digits, _, . and -, got {worker[:40]!r}"
            self.faults.take(place.error(problem))
            return
        self.rows += 1
        self.scores.setdefault(pair, []).append((worker, relevance))

    def split_of(self, told: Described) -> str:
        """The split of the pair's query as any file tells it; empty where none does."""
        return self._queries[told.query_key][1]

    def duration_of(self, video: str) -> float:
        """The video's duration in seconds; where no file tells it, the latest end."""
        return self._durations.get(video, self._ends[video])

    def _refuse_contradiction(self, told: Described) -> None:
        before = self.described.get(told.pair)
        if before is not None and before.content != told.content:
            where = f"{before.place.file} line {before.place.line}"
            raise told.place.error(f"pair {told.pair} has a different description in {where}")
        known = self._durations.get(told.video)
        if known is not None and told.duration_s is not None and known != told.duration_s:
            raise told.place.error(f"duration: {told.duration_s:g}, but an earlier line has {known:g} for this video")
        text, split = self._queries.get(told.query_key, (told.query, told.split))
        if text != told.query:
            raise told.place.error(f"query {told.query_id} has a different text on an earlier line")
        if split and told.split and split != told.split:
            raise told.place.error(f"query {told.query_key} has split {told.split}, but {split} on an earlier line")


def grade(place: Place, field_name: str, value: object) -> int:
    """A relevance (R1), given as an integer or as its digit."""
    found = identifier(place, field_name, value)
    if found not in SCALE:
        raise place.error(f"{field_name}: expected an integer {SCALE}, got {found}")
    return found


def cosine(place: Place, value: object) -> float:
    """A similarity from −1 to 1."""
    found = number(place, "similarity", value)
    if abs(found) > 1 + ROUNDING:
        raise place.error(f"similarity: expected -1 to 1, got {found:g}")
    return max(-1.0, min(1.0, found))


def stretch(told: Described) -> None:
    """Raise BadLine unless the moment is a stretch within its video."""
    if not 0 <= told.start_s < told.end_s:
        raise told.place.error(f"expected 0 ≤ start < end, got {told.start_s:g} and {told.end_s:g}")
    if told.duration_s is not None and told.end_s > told.duration_s:
        raise told.place.error(f"end {told.end_s:g} is after the end of the video ({told.duration_s:g})")
