"""What an export format of a twins campaign is: its name, its words for people, and what it writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from consensus.export.folder import Folder
from consensus.export.formats.export_format import Table
from consensus.labels.twin_rows import AssignmentRow, DescribedMoment, JudgementRow

TWIN = "twin"
TWINS = "twins_{}"
TakeMoment = Callable[[DescribedMoment], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinFormat:
    """One format; every writer streams its rows and leaves their number in `folder.rows`.

    `moments`, `judgements` and `assignments` take one row at a time; each is one pass for all formats.
    """

    name: str
    description: str
    kind: str = TWIN
    is_default: bool = False
    moments: Callable[[Folder, Sequence[str]], AbstractContextManager[TakeMoment]] | None = None
    judgements: Callable[[Folder], AbstractContextManager[Callable[[JudgementRow], None]]] | None = None
    assignments: Callable[[Folder], AbstractContextManager[Callable[[AssignmentRow], None]]] | None = None
    table: Table | None = None
    media_types: Mapping[str, str] = field(default_factory=dict)
