"""What a dataset's files state beside its rows: how it came about, how far people agreed, what it cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotator.text.vocabulary import vocabulary
from consensus.labels.rows import Label
from evaluation.scale import SCALE, Scale
from moments.scale import PUBLISHED, Level


@dataclass(frozen=True, slots=True)
class Stated:
    """What the campaign's admins state; empty if they state nothing."""

    licence: str = ""
    licence_url: str = ""
    citation: str = ""
    creators: str = ""
    homepage: str = ""
    version: str = ""
    published_on: str = ""
    description: str = ""
    video_access: str = ""
    collection: str = ""
    consent: str = ""
    limits: str = ""


@dataclass(frozen=True, slots=True)
class Agreement:
    """A measure of agreement with the bounds of its interval; None and a reason where it is not defined."""

    measure: str
    value: float | None
    low: float | None
    high: float | None
    units: int
    reason: str


@dataclass(frozen=True, slots=True)
class ConsentInForce:
    """The newest version of what people agree to before they work, and how many who scored agreed to it or before."""

    version: int
    text: str
    agreed: int
    agreed_before: int


@dataclass(slots=True)
class SplitTally:
    """What a split holds: labels by relevance, lowest first, and the queries, words, moments and videos they are of.

    Moments and videos with their seconds.
    """

    scale: Scale = SCALE
    labels: list[int] = field(init=False)
    queries: set[int] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    moments: dict[int, float] = field(default_factory=dict)
    videos: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.labels = [0] * self.scale.count

    def add(self, label: Label) -> None:
        """One more label."""
        self.labels[label.relevance] += 1
        if label.query_id not in self.queries:
            self.queries.add(label.query_id)
            self.words |= vocabulary((label.query,))
        self.moments[label.desc_id] = label.end_s - label.start_s
        self.videos[label.video_name] = label.duration_s


@dataclass(frozen=True, slots=True)
class Facts:
    """A campaign at the moment of an export.

    `moments_shown` have a clip now, and `moments_heard` of them one with sound. `ceiling` is what people reach at the
    task of runs, where that is known.
    """

    slug: str
    title: str
    kind: str
    is_trial: bool
    software: str
    encoder: str
    stated: Stated
    protocols: Mapping[int, Mapping[str, Any]]
    guideline_version: int | None
    consent: ConsentInForce | None
    agreement: list[Agreement]
    people: int
    raw_scores: int
    hours: float
    idle_s: int
    cost: str
    unfinished: Mapping[str, int]
    ledger_length: int
    ledger_hash: str
    is_archive: bool = False
    sources: tuple[str, ...] = ()
    levels: tuple[Level, ...] = PUBLISHED
    moments_shown: int = 0
    moments_heard: int = 0
    ceiling: Sequence[Agreement] = ()

    @property
    def reach(self) -> str:
        """From where to where a relevance reaches, in words."""
        if self.levels == PUBLISHED:
            return "from 0 (irrelevant) to 4 (perfect match)"
        return f"from 0 ({self.levels[0].name}) to {len(self.levels) - 1} ({self.levels[-1].name})"
