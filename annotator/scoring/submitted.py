"""What becomes of a submitted score, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Status = Literal["saved", "duplicate", "changed", "refused"]
LateCode = Literal["reassigned", "withdrawn"]
Code = Literal["reassigned", "withdrawn", "final", "other_value", "bad_entry"]


@dataclass(frozen=True, slots=True)
class Submitted:
    """What became of one submitted score; `relevance` is the value stored for the seat, if any.

    Where relevance is not graded, `answer` is. The code says why a score was refused: the seat is no longer theirs
    (`reassigned`) or no longer wanted (`withdrawn`), and the time is paid; the stored score is `final`, or an
    `other_value` that nothing or a wrong key replaces; or the entry itself is a `bad_entry`, among them one for a seat
    that never was the person's.
    """

    seat: str | None
    status: Status
    detail: str = ""
    relevance: int | None = None
    changeable_until: datetime | None = None
    code: Code | None = None
    answer: dict[str, object] | None = None
