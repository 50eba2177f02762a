"""What an export is made of: labels, raw scores, unjudged pairs, queries, moments and videos."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PairRow:
    """A judged or discarded pair with what a benchmark needs of it; times in seconds."""

    pair_id: int
    query_id: int
    query: str
    split: str
    video_name: str
    start_s: float
    end_s: float
    duration_s: float
    caption: str
    similarity: float
    desc_id: int

    def fields(self) -> dict[str, Any]:
        """The columns of labels and raw scores (docs: files), without a relevance."""
        return {
            "pair_id": self.pair_id,
            "query_id": self.query_id,
            "query": self.query,
            "video_name": self.video_name,
            "timestamp": [self.start_s, self.end_s],
            "duration": self.duration_s,
            "caption": self.caption,
            "similarity": self.similarity,
        }


@dataclass(frozen=True, slots=True)
class Label:
    """A pair with its consensus relevance."""

    pair: PairRow
    relevance: int


@dataclass(frozen=True, slots=True)
class RawScore:
    """A pair with one person's score, by the person's pseudonym."""

    pair: PairRow
    worker: str
    relevance: int


@dataclass(frozen=True, slots=True)
class Unjudged:
    """A pair that ended without a relevance, and why (R8)."""

    pair_id: int
    query_id: int
    split: str
    outcome: str
    reason: str


@dataclass(frozen=True, slots=True)
class QueryRow:
    """A query with its split."""

    query_id: int
    text: str
    split: str


@dataclass(frozen=True, slots=True)
class MomentRow:
    """A moment of the corpus."""

    desc_id: int
    caption: str
    video_name: str
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class VideoRow:
    """A video of the corpus, with its place in the order of names."""

    name: str
    duration_s: float
