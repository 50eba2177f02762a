"""Whether a decided batch suggests another one (R7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from moments.protocol import Protocol


class Advice(StrEnum):
    """What R7 says of a decided batch."""

    EXTEND = "extend"
    CLOSE = "close"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """R7's advice, the figure it rests on (None if there is none) and the reason in words."""

    advice: Advice
    value: float | None
    reason: str


def suggest_extension(relevances: Sequence[int | None], *, protocol: Protocol) -> Suggestion:
    """R7 on one decided batch.

    `relevances` holds the batch's verdicts by ascending rank, None for a discarded or withdrawn
    pair. Whether there is another batch to open is the caller's to know.
    """
    if len(relevances) < protocol.batch_size:
        reason = f"the batch holds {len(relevances)} of {protocol.batch_size} pairs"
        return Suggestion(Advice.NONE, None, reason)
    last = relevances[-protocol.window :]
    agreed = [relevance for relevance in last if relevance is not None]
    if not agreed:
        return Suggestion(Advice.NONE, None, f"none of the last {len(last)} pairs agreed")
    value = float(min(agreed)) if protocol.statistic == "min" else sum(agreed) / len(agreed)
    reached = value >= protocol.threshold
    reason = (
        f"{protocol.statistic} relevance of the {len(agreed)} agreed pairs among the last {len(last)} "
        f"is {value:.2f}, {'at least' if reached else 'below'} {protocol.threshold:.2f}"
    )
    return Suggestion(Advice.EXTEND if reached else Advice.CLOSE, value, reason)
