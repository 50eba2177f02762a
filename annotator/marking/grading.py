"""How an answer in an exam compares with the truth, by the same test as two people's markings (M2)."""

from __future__ import annotations

from dataclasses import dataclass

from annotator.marking.matching import Match, compare
from annotator.marking.segments import Marking, Segment
from moments.marking_protocol import MarkingProtocol


@dataclass(frozen=True, slots=True)
class MarkingGrade:
    """What is wrong with an answer: truths that it misses, segments that it should not have, edges that are off.

    In each match of `off`, `one` is the answer's segment and `other` the truth's. All are in order of time.
    """

    found: tuple[Match, ...]
    missing: tuple[Segment, ...]
    extra: tuple[Segment, ...]
    off: tuple[Match, ...]

    @property
    def passed(self) -> bool:
        """Whether the answer has every truth and nothing else, within M2's tolerance."""
        return not (self.missing or self.extra or self.off)


def grade_marking(answer: Marking, truth: Marking, *, protocol: MarkingProtocol) -> MarkingGrade:
    """The grade of an answer; a truth without segments means that "no answer here" is right."""
    compared = compare(answer.segments, truth.segments, protocol=protocol)
    return MarkingGrade(compared.agreed, compared.only_other, compared.only_one, compared.disputed)


def shared_time(answer: Marking, truth: Marking) -> float:
    """The time that both cover over the time that at least one covers, 0 to 1; 1 if neither has a segment."""
    both = sum(one.overlap_ms(other) for one in answer.segments for other in truth.segments)
    either = sum(one.length_ms for one in (*answer.segments, *truth.segments)) - both
    return both / either if either else 1.0
