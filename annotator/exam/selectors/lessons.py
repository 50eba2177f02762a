"""The feedback that comes with a pair missed in the exam (R10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from annotator.guideline.levels import LEVELS
from annotator.models import ExamItem, Purpose, Score, Seat, graded


@dataclass(frozen=True, slots=True)
class Lesson:
    """The truth of a pair (0 to 4), what that level means, the lead's explanation, and one's own last answer."""

    truth: int
    level: str
    explanation: str
    earlier: int


def lessons_of(seats: Iterable[Seat]) -> dict[int, Lesson]:
    """The lesson of each of the seats (by primary key) on which a pair is scored again; two SQL queries or none."""
    again = [seat for seat in seats if seat.purpose == Purpose.EXAM and seat.attempt > 1]
    if not again:
        return {}
    pairs, sittings = [seat.pair_id for seat in again], {seat.sitting_id for seat in again}
    items = {
        (item.exam_id, item.pair_id): item
        for item in ExamItem.objects.filter(exam__sittings__in=sittings, pair__in=pairs, truth__isnull=False)
    }
    scores = Score.objects.filter(seat__sitting__in=sittings, seat__pair__in=pairs, current=True)
    rows = scores.values_list("seat__sitting", "seat__pair", "seat__attempt", "seat__sitting__exam", "relevance")
    earlier = {(sitting, pair, attempt): (exam, answer) for sitting, pair, attempt, exam, answer in rows}
    lessons = {}
    for seat in again:
        exam, answer = earlier.get((seat.sitting_id or 0, seat.pair_id, seat.attempt - 1), (0, 0))
        item = items.get((exam, seat.pair_id))
        if item is not None and item.truth is not None:
            lessons[seat.pk] = Lesson(item.truth, LEVELS[item.truth].long, item.explanation, graded(answer))
    return lessons
