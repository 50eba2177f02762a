"""When a marked question goes back to its author, and why (M4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from annotator.marking.segments import Marking

MOST_RETURNS = 2


class ReturnReason(StrEnum):
    """What the marker says against a question."""

    NO_ANSWER = "no answer here"
    NOT_SPECIFIC = "not specific"
    CONDITION_NOT_NEEDED = "image not needed"
    NOT_COMPLETE = "not complete"


class NextStep(StrEnum):
    """Where a question goes after it was marked."""

    SETTLE = "settle"
    RETURN = "return"
    LEAD = "lead"


@dataclass(frozen=True, slots=True)
class MarkerReview:
    """The marker's answers about a question: `condition_needed` is None for a question without an image.

    `specific`: it means one kind of thing in this video. `complete`: it says all that is needed to find the answer.
    """

    specific: bool
    complete: bool
    condition_needed: bool | None = None


def reasons_to_return(marking: Marking, review: MarkerReview | None) -> tuple[ReturnReason, ...]:
    """Every reason against the question; none lets it settle.

    Raises ValueError for a marking with segments that has no review: only "no answer here" needs none.
    """
    if review is None:
        if marking.has_answer:
            raise ValueError("a marking with segments needs the marker's answers about the question")
        return (ReturnReason.NO_ANSWER,)
    found = {
        ReturnReason.NO_ANSWER: not marking.has_answer,
        ReturnReason.NOT_SPECIFIC: not review.specific,
        ReturnReason.CONDITION_NOT_NEEDED: review.condition_needed is False,
        ReturnReason.NOT_COMPLETE: not review.complete,
    }
    return tuple(reason for reason, holds in found.items() if holds)


def next_step(reasons: Sequence[str], *, times_returned: int) -> NextStep:
    """Where the question goes; one that was already returned twice goes to the lead instead."""
    if not reasons:
        return NextStep.SETTLE
    return NextStep.RETURN if times_returned < MOST_RETURNS else NextStep.LEAD
