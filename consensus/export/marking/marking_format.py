"""What an export format of a marking campaign is: its name, its words for people, and what it writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from consensus.export.folder import Folder
from consensus.export.formats.export_format import Table
from consensus.labels.marked_rows import MarkedVideo, MarkingRow

MARK = "mark"
TRUTHS = "truths_{}"
TakeVideo = Callable[[MarkedVideo], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkingFormat:
    """One format; every writer streams its rows and leaves their number in `folder.rows`.

    `videos` takes a video with its questions and its pool at a time, `markings` one person's part in a question; each
    is one pass for all formats. What a layout cannot hold is left out and counted in `folder.left_out`.
    """

    name: str
    description: str
    kind: str = MARK
    is_default: bool = False
    videos: Callable[[Folder, Sequence[str]], AbstractContextManager[TakeVideo]] | None = None
    markings: Callable[[Folder], AbstractContextManager[Callable[[MarkingRow], None]]] | None = None
    table: Table | None = None
    media_types: Mapping[str, str] = field(default_factory=dict)
