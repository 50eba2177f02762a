"""What a person says of a clip and its reverse, and to which of the clips they assign a caption (T1, T4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Criterion(StrEnum):
    """Why time matters in a clip, in the order of the guideline."""

    ACTIVITY = "activity"  # one activity that has a direction
    SEQUENCE = "sequence"  # different activities, one after another
    STATE = "state"  # something changes its state
    POSITION = "position"  # something changes its place


class Unreal(StrEnum):
    """Which of the two directions could not have happened."""

    NEITHER = "neither"
    FORWARD = "forward"
    BACKWARD = "backward"
    BOTH = "both"


class ShownUnreal(StrEnum):
    """The same, as a person says it who does not know which player shows which direction."""

    NEITHER = "neither"
    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


class KnownCase(StrEnum):
    """What follows from a judgement (T1), and so what the right answer to a clip of an exam is."""

    TWINS = "twins"
    SINGLE = "single"
    DROPPED = "dropped"


class CheckResult(StrEnum):
    """What came of an assignment: a person chose among clips the one that a caption describes."""

    RIGHT = "right"
    WRONG = "wrong"
    CANNOT_TELL = "cannot tell"


@dataclass(frozen=True, slots=True)
class JudgementAnswer:
    """One person's judgement: criterion and `unreal` are given exactly if time matters.

    Raises ValueError naming the field that is missing or must not be there.
    """

    temporal: bool
    criterion: Criterion | None = None
    unreal: Unreal | None = None

    def __post_init__(self) -> None:
        for field, value in (("criterion", self.criterion), ("unreal", self.unreal)):
            if self.temporal and value is None:
                raise ValueError(f"{field}: a judgement that time matters needs it")
            if not self.temporal and value is not None:
                raise ValueError(f"{field}: a judgement that time does not matter has none, got {value.value!r}")


def case_of(answer: JudgementAnswer) -> KnownCase | None:
    """What follows from a judgement if it stands; None if the forward clip looks unreal, which a lead decides."""
    if answer.unreal is None:
        return KnownCase.DROPPED
    return {Unreal.NEITHER: KnownCase.TWINS, Unreal.BACKWARD: KnownCase.SINGLE}.get(answer.unreal)


def unreal_of(shown: ShownUnreal, *, forward_first: bool) -> Unreal:
    """The direction that looks unreal, from the player that does (T1)."""
    if shown is ShownUnreal.FIRST:
        return Unreal.FORWARD if forward_first else Unreal.BACKWARD
    if shown is ShownUnreal.SECOND:
        return Unreal.BACKWARD if forward_first else Unreal.FORWARD
    return Unreal(shown)


def shown_unreal(unreal: Unreal, *, forward_first: bool) -> ShownUnreal:
    """The player that looks unreal, from the direction; undoes `unreal_of`."""
    if unreal is Unreal.FORWARD:
        return ShownUnreal.FIRST if forward_first else ShownUnreal.SECOND
    if unreal is Unreal.BACKWARD:
        return ShownUnreal.SECOND if forward_first else ShownUnreal.FIRST
    return ShownUnreal(unreal)


def check_result(chosen: int | None, *, right: int) -> CheckResult:
    """What came of choosing a clip, by its moment's number; None is "cannot tell"."""
    if chosen is None:
        return CheckResult.CANNOT_TELL
    return CheckResult.RIGHT if chosen == right else CheckResult.WRONG
