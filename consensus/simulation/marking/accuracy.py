"""How near truths that the rules found are to the true segments of simulated questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from annotator.marking.matching import matched
from annotator.marking.segments import Segment, iou

CUT_MS = 1000


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Shares, seconds and IoU over questions.

    A true segment is found if a segment of the truth overlaps it and is matched with it; `precision` is the same of
    the truth's segments. Errors are of both edges of what is matched, in seconds.
    """

    recall: float
    precision: float
    edge_median_s: float
    edge_p90_s: float
    mean_iou: float


@dataclass(frozen=True, slots=True)
class Cuts:
    """What found truths lack of the true time and have beyond it, as shares of it, and the share of edges that are cut
    by more than a second.
    """

    lost: float
    too_much: float
    cut: float


def cuts_of(questions: Iterable[tuple[Sequence[Segment], Sequence[Segment]]]) -> Cuts:
    """The cuts over the same pairs as `accuracy_of`; raises ValueError if no segment was found at all."""
    pairs = [pair for true, found in questions for pair in matched(true, found)]
    if not pairs:
        raise ValueError("no true segment was found")
    length = sum(true.length_ms for true, _ in pairs)
    shared = sum(true.overlap_ms(found) for true, found in pairs)
    inside = [edge for true, found in pairs for edge in (found.start_ms - true.start_ms, true.end_ms - found.end_ms)]
    return Cuts(
        lost=(length - shared) / length,
        too_much=(sum(found.length_ms for _, found in pairs) - shared) / length,
        cut=sum(edge > CUT_MS for edge in inside) / len(inside),
    )


def accuracy_of(questions: Iterable[tuple[Sequence[Segment], Sequence[Segment]]]) -> Accuracy:
    """The accuracy over pairs of a question's true segments and the truth that was found; raises ValueError if no
    segment was found at all.
    """
    pairs, true_count, found_count = [], 0, 0
    for true, found in questions:
        pairs += matched(true, found)
        true_count += len(true)
        found_count += len(found)
    if not pairs:
        raise ValueError("no true segment was found")
    errors = sorted(
        abs(edge) / 1000
        for true, found in pairs
        for edge in (true.start_ms - found.start_ms, true.end_ms - found.end_ms)
    )
    return Accuracy(
        recall=len(pairs) / true_count,
        precision=len(pairs) / found_count,
        edge_median_s=median(errors),
        edge_p90_s=errors[9 * len(errors) // 10],
        mean_iou=fmean(iou(true, found) for true, found in pairs),
    )
