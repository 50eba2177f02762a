"""What a dataset's files state beside its rows: how it came about, how far people agreed, what it cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from consensus.labels.rows import Label
from evaluation.scale import SCALE


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
    """What a split holds: labels by relevance, lowest first, and the queries they are of."""

    labels: list[int] = field(default_factory=lambda: [0] * len(SCALE.levels))
    queries: set[int] = field(default_factory=set)

    def add(self, label: Label) -> None:
        """One more label."""
        self.labels[label.relevance] += 1
        self.queries.add(label.query_id)


@dataclass(frozen=True, slots=True)
class Facts:
    """A campaign at the moment of an export."""

    slug: str
    title: str
    kind: str
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
