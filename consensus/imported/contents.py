"""What files of scores from elsewhere contain: descriptions of pairs, and each pair's scores in file order."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from evaluation.scale import SCALE, Scale
from moments.base.errors import BadLine
from moments.corpus.files.faults import FIRST_ONE, Faults
from moments.corpus.files.values import Place, identifier, number

WORKER = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,39}")
# A cosine of single precision may lie above 1 by its last digits.
ROUNDING = 0.001


@dataclass(frozen=True, slots=True)
class Described:
    """A pair as a file describes it; times in seconds, None or empty means that the file does not say.

    `relevance` is the verdict that the file names, if any; `timed` is False if start and end are stand-ins.
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
    """The contents of all files together; `faults` hears of lines that contradict earlier ones;
    relevances lie on `scale`.
    """

    faults: Faults = FIRST_ONE
    scale: Scale = SCALE
    described: dict[int, Described] = field(default_factory=dict)
    scores: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    rows: int = 0
    left_out: int = 0
    _durations: dict[str, float] = field(default_factory=dict)
    _ends: dict[str, float] = field(default_factory=dict)
    _queries: dict[int | str, tuple[str, str]] = field(default_factory=dict)

    def describe(self, entry: Described) -> None:
        """Take in a description; a second one of the same pair must say the same."""
        try:
            self._refuse_contradiction(entry)
        except BadLine as fault:
            self.faults.take(fault)
            return
        if entry.duration_s is not None:
            self._durations[entry.video] = entry.duration_s
        self._ends[entry.video] = max(entry.end_s, self._ends.get(entry.video, 0.0))
        text, split = self._queries.get(entry.query_key, (entry.query, ""))
        self._queries[entry.query_key] = (text, split or entry.split)
        before = self.described.get(entry.pair)
        if before is None or before.relevance is None:
            self.described[entry.pair] = entry

    def score(self, place: Place, pair: int, worker: str, relevance: int) -> None:
        """Take in one score."""
        if not WORKER.fullmatch(worker):
            problem = f"worker: expected a pseudonym of up to 40 letters, digits, _, . and -, got {worker[:40]!r}"
            self.faults.take(place.error(problem))
            return
        self.rows += 1
        self.scores.setdefault(pair, []).append((worker, relevance))

    def split_of(self, entry: Described) -> str:
        """The split of the pair's query, if any file states it; otherwise empty."""
        return self._queries[entry.query_key][1]

    def duration_of(self, video: str) -> float:
        """The video's duration in seconds; where no file tells it, the latest end."""
        return self._durations.get(video, self._ends[video])

    def _refuse_contradiction(self, entry: Described) -> None:
        before = self.described.get(entry.pair)
        if before is not None and before.content != entry.content:
            where = f"{before.place.file} line {before.place.line}"
            raise entry.place.error(f"pair {entry.pair} has a different description in {where}")
        known = self._durations.get(entry.video)
        if known is not None and entry.duration_s is not None and known != entry.duration_s:
            raise entry.place.error(f"duration: {entry.duration_s:g}, but an earlier line has {known:g} for this video")
        text, split = self._queries.get(entry.query_key, (entry.query, entry.split))
        if text != entry.query:
            raise entry.place.error(f"query {entry.query_id} has a different text on an earlier line")
        if split and entry.split and split != entry.split:
            raise entry.place.error(f"query {entry.query_key} has split {entry.split}, but {split} on an earlier line")


def grade(place: Place, field_name: str, value: object, scale: Scale) -> int:
    """A relevance on the scale (R1), given as an integer or as its digit."""
    found = identifier(place, field_name, value)
    if found not in scale:
        raise place.error(f"{field_name}: expected an integer {scale}, got {found}")
    return found


def cosine(place: Place, value: object) -> float:
    """A similarity from −1 to 1."""
    found = number(place, "similarity", value)
    if abs(found) > 1 + ROUNDING:
        raise place.error(f"similarity: expected -1 to 1, got {found:g}")
    return max(-1.0, min(1.0, found))


def stretch(entry: Described) -> None:
    """Raise BadLine unless the moment is a stretch within its video."""
    if not 0 <= entry.start_s < entry.end_s:
        raise entry.place.error(f"expected 0 ≤ start < end, got {entry.start_s:g} and {entry.end_s:g}")
    if entry.duration_s is not None and entry.end_s > entry.duration_s:
        raise entry.place.error(f"end {entry.end_s:g} is after the end of the video ({entry.duration_s:g})")
