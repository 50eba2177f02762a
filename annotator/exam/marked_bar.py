"""Grades the answers of an exam in marking campaigns (R10, M2): what is missed, found and shared, and the bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotator.marking.grading import grade_marking, shared_time
from annotator.marking.segments import Marking
from moments.marking_protocol import MarkingProtocol


@dataclass(frozen=True, slots=True)
class MarkedGrade:
    """One answer against its truth: whether it missed it, how many of its segments it found, and the shared time.

    `segments` counts the true segments and `found` those with which the answer agrees (M2). `iou` is the time that both
    cover over the time that at least one covers, 0 to 1; it is 1 if both say "no answer here".
    """

    missed: bool
    segments: int
    found: int
    iou: float


def grade_of(answer: Marking, truth: Marking, *, protocol: MarkingProtocol) -> MarkedGrade:
    """The grade of an answer under the protocol's tolerance of edges."""
    grade = grade_marking(answer, truth, protocol=protocol)
    segments = len(grade.found) + len(grade.missing) + len(grade.off)
    return MarkedGrade(not grade.passed, segments, len(grade.found), shared_time(answer, truth))


def missed_share(grades: Sequence[MarkedGrade]) -> float | None:
    """The share (0 to 1) of the questions whose answer missed the truth; None without answers."""
    return sum(grade.missed for grade in grades) / len(grades) if grades else None


def found_share(grades: Sequence[MarkedGrade]) -> float | None:
    """The share (0 to 1) of all true segments that the answers found; None if no question has one."""
    segments = sum(grade.segments for grade in grades)
    return sum(grade.found for grade in grades) / segments if segments else None


def mean_iou(grades: Sequence[MarkedGrade]) -> float | None:
    """The mean over the questions of the shared time (0 to 1); None without answers."""
    return sum(grade.iou for grade in grades) / len(grades) if grades else None


def marked_failure(
    grades: Sequence[MarkedGrade],
    *,
    most_misalignment: float | None,
    least_found: float | None,
    least_iou: float | None,
) -> str:
    """Why the first answers fail the bar; empty if they pass it, or if there is no bar."""
    missed, found, iou = missed_share(grades), found_share(grades), mean_iou(grades)
    if most_misalignment is not None and missed is not None and missed > most_misalignment:
        return f"{missed:.1%} of the first answers missed the truth; at most {most_misalignment:.1%} may miss it"
    if least_found is not None and found is not None and found < least_found:
        return f"the first answers found {found:.1%} of the segments; the bar is {least_found:.1%}"
    if least_iou is not None and iou is not None and iou < least_iou:
        return f"the mean IoU with the truth is {iou:.2f}; the bar is {least_iou:.2f}"
    return ""
