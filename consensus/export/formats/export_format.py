"""What an export format of a grading campaign is: its name, its words for people, and what it writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from consensus.export.folder import Folder
from consensus.export.formats.columns import SplitColumns
from consensus.labels.rows import Candidate, Label, MomentRow, QueryRow, ScoreDetail, VideoRow
from moments.scale import PUBLISHED, Level

PAIR_COLUMNS = ("pair_id", "query_id", "query", "video_name", "timestamp", "duration", "caption", "similarity")
LABEL_COLUMNS = (*PAIR_COLUMNS, "relevance")
LABELS = "labels_{}"
GRADE = "grade"
Take = Callable[[Label], None]


class Table(NamedTuple):
    """A file whose columns the metadata describes, and the name of its records; with {} in both, one for each split."""

    records: str
    file: str
    columns: Sequence[str]


@dataclass(frozen=True, slots=True)
class Rows:
    """What a format may read beside labels and scores; each call reads the campaign's rows from the start."""

    splits: Sequence[str]
    truths: Mapping[str, SplitColumns]
    video_numbers: dict[str, int]
    candidates: Callable[[], Iterable[Candidate]]
    queries: Callable[[], Iterable[QueryRow]]
    moments: Callable[[], Iterable[MomentRow]]
    videos: Callable[[], Iterable[VideoRow]]
    score_details: Callable[[], Iterable[ScoreDetail]]
    levels: tuple[Level, ...] = PUBLISHED


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportFormat:
    """One format of a grading campaign; every writer streams its rows and leaves their number in `folder.rows`.

    `labels` and `scores` take one row at a time, all formats in one pass. `needs_texts` asks for scores with the texts
    of their pairs. `after_labels` and `after_scores` write whole files once a pass is over. `media_types` is by suffix.
    """

    name: str
    description: str
    kind: str = GRADE
    is_default: bool = False
    labels: Callable[[Folder, Sequence[str]], AbstractContextManager[Take]] | None = None
    scores: Callable[[Folder], AbstractContextManager[Callable[[Any], None]]] | None = None
    needs_texts: bool = False
    after_labels: Callable[[Folder, Rows], None] | None = None
    after_scores: Callable[[Folder, Rows], None] | None = None
    table: Table | None = None
    media_types: Mapping[str, str] = field(default_factory=dict)
