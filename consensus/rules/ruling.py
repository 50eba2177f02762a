"""When scores agree, and on what: R3 for two scores, R4 and R5 for four."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from evaluation.scale import WIDEST

ROUND_SIZE = 2
PEOPLE_A_PAIR = 2 * ROUND_SIZE  # R4: a pair that two do not agree on needs two others


class Outcome(StrEnum):
    """What the rule says of a pair's scores so far."""

    AGREED = "agreed"
    ESCALATED = "escalated"
    DISCARDED = "discarded"


@dataclass(frozen=True, slots=True)
class Ruling:
    """An outcome with its relevance (agreed only) and the scores that it rests on, ascending."""

    outcome: Outcome
    relevance: int | None
    kept: tuple[int, ...]


def rule_on(scores: Sequence[int], *, tolerance: int) -> Ruling:
    """R3 on the two scores of round 1, R5 on the four of both rounds.

    Two that disagree are escalated (R4), four whose middle two disagree are discarded.
    Raises ValueError for another number of scores or a score that R1 does not know.
    """
    for score in scores:
        if score not in WIDEST:
            raise ValueError(f"a score is an integer from {WIDEST}, got {score}")
    if len(scores) == ROUND_SIZE:
        kept, otherwise = tuple(sorted(scores)), Outcome.ESCALATED
    elif len(scores) == 2 * ROUND_SIZE:
        kept, otherwise = tuple(sorted(scores)[1:-1]), Outcome.DISCARDED
    else:
        raise ValueError(f"a pair is ruled on with two or four scores, got {len(scores)}")
    low, high = kept
    if high - low > tolerance:
        return Ruling(otherwise, None, kept)
    return Ruling(Outcome.AGREED, rounded_up_mean(low, high), kept)


def rounded_up_mean(low: int, high: int) -> int:
    """The mean of two scores, with halves rounded up (R3)."""
    return (low + high + 1) // 2
