"""Which lane a simulated lead takes of a piece that a third annotator could not decide (M3)."""

from __future__ import annotations

from collections.abc import Sequence

from annotator.marking.matching import matched
from annotator.marking.segments import Segment, iou, joined
from consensus.marking.ruling import MarkingRuling
from consensus.simulation.marking.world import TrueQuestion


def truth_by_lead(ruling: MarkingRuling, question: TrueQuestion, *, gap_ms: int) -> tuple[Segment, ...]:
    """What stands, with the lane nearest to the true segments of each piece left, or none where nothing is true."""
    stands = [*ruling.truth]
    for piece in ruling.for_lead:
        true = [truth for truth in question.truth if truth.overlap_ms(piece.span)]
        if true:
            by_author, by_marker = _likeness(piece.author, true), _likeness(piece.marker, true)
            stands += piece.author if by_author > by_marker else piece.marker
    return joined(stands, gap_ms=gap_ms)


def _likeness(lane: Sequence[Segment], true: Sequence[Segment]) -> float:
    return sum(iou(one, other) for one, other in matched(lane, true))
