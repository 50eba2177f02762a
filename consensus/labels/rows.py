"""What an export is made of: rows as the database gives them. Tuples, because there are hundreds of thousands."""

from __future__ import annotations

from typing import NamedTuple


class Label(NamedTuple):
    """A judged pair with its consensus relevance, and what a benchmark needs of it; times in seconds."""

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
    relevance: int


class Grade(NamedTuple):
    """One person's score of a judged or discarded pair, by the person's pseudonym."""

    pair_id: int
    query_id: int
    desc_id: int
    split: str
    worker: str
    relevance: int


class RawScore(NamedTuple):
    """A grade with what the pair shows; the first six fields are those of Grade."""

    pair_id: int
    query_id: int
    desc_id: int
    split: str
    worker: str
    relevance: int
    query: str
    video_name: str
    start_s: float
    end_s: float
    duration_s: float
    caption: str
    similarity: float


class ScoreDetail(NamedTuple):
    """How a score of the raw scores came about: UTC, and how many seconds the clip was in view, empty if not known."""

    pair_id: int
    worker: str
    relevance: int
    round: int
    scored_at: str
    seconds: str
    attempt: int
    purpose: str


class Unjudged(NamedTuple):
    """A pair that ended without a relevance, and why (R8)."""

    pair_id: int
    query_id: int
    split: str
    outcome: str
    reason: str


class Adjudicated(NamedTuple):
    """A pair that the rule discarded, with the relevance that a lead gave it, by whom and why; no consensus label."""

    label: Label
    actor: str
    reason: str


class Candidate(NamedTuple):
    """A pair of an opened query as the similarity ranks it, judged or not."""

    split: str
    query_id: int
    desc_id: int
    video_name: str
    start_s: float
    end_s: float
    similarity: float


class CorrectedQuery(NamedTuple):
    """A wording that a query had before it was corrected, under which some of its scores may have been given."""

    query_id: int
    split: str
    version: int
    query: str
    reason: str


class QueryRow(NamedTuple):
    """A query with its split."""

    query_id: int
    text: str
    split: str


class MomentRow(NamedTuple):
    """A moment of the corpus."""

    desc_id: int
    caption: str
    video_name: str
    start_s: float
    end_s: float


class VideoRow(NamedTuple):
    """A video of the corpus."""

    name: str
    duration_s: float
