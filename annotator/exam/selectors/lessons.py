"""The feedback that comes with a pair missed in the exam (R10), by the kind of its campaign."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from annotator.exam.selectors.references import known_answers
from annotator.marking.segments import Marking
from annotator.models import ExamItem, Judgement, Purpose, Score, Seat, graded
from annotator.scoring.selectors.answers import stored_answers
from annotator.scoring.selectors.twins import judgement_of
from annotator.twins.answers import JudgementAnswer, KnownCase
from moments.models import ScaleLevel


@dataclass(frozen=True, slots=True)
class Lesson:
    """The truth of a pair, what that level means, the lead's explanation, and one's own last answer."""

    truth: int
    level: str
    explanation: str
    earlier: int


@dataclass(frozen=True, slots=True)
class MarkedLesson:
    """Where the answer to a question is (no segments: nowhere), the lead's explanation, and one's own last answer."""

    truth: Marking
    explanation: str
    earlier: Marking


@dataclass(frozen=True, slots=True)
class JudgementLesson:
    """What the right judgement of a clip is, the lead's explanation, and one's own last judgement."""

    truth: KnownCase
    explanation: str
    earlier: JudgementAnswer


def lessons_of(seats: Iterable[Seat]) -> dict[int, Lesson]:
    """The lesson of each of the seats (by primary key) on which a pair is scored again; three SQL queries or none."""
    missed = _missed(seats)
    if not missed:
        return {}
    campaigns = {item.exam.campaign_id for item, _ in missed.values()}
    rows = ScaleLevel.objects.filter(campaign__in=campaigns).values_list("campaign", "relevance", "long")
    texts = {(campaign, relevance): text for campaign, relevance, text in rows}
    lessons = {}
    for seat, (item, earlier) in missed.items():
        if item.truth is not None:
            level = texts[item.exam.campaign_id, item.truth]
            lessons[seat] = Lesson(item.truth, level, item.explanation, graded(earlier.relevance))
    return lessons


def marked_lessons(seats: Iterable[Seat]) -> dict[int, MarkedLesson]:
    """The same in marking campaigns; seven SQL queries or none.

    Only these seats lead to a known answer: nobody else learns it.
    """
    missed = _missed(seats)
    if not missed:
        return {}
    truths = known_answers(item.pair_id for item, _ in missed.values())
    answers = stored_answers(earlier.pk for _, earlier in missed.values())
    return {
        seat: MarkedLesson(truths[item.pair_id], item.explanation, Marking(answers[earlier.pk].segments))
        for seat, (item, earlier) in missed.items()
    }


def judgement_lessons(seats: Iterable[Seat]) -> dict[int, JudgementLesson]:
    """The same in a twins campaign; three SQL queries or none."""
    missed = _missed(seats)
    if not missed:
        return {}
    given = Judgement.objects.in_bulk([earlier.pk for _, earlier in missed.values()])
    return {
        seat: JudgementLesson(KnownCase(item.known_case), item.explanation, judgement_of(given[earlier.pk]))
        for seat, (item, earlier) in missed.items()
        if item.known_case
    }


def _missed(seats: Iterable[Seat]) -> dict[int, tuple[ExamItem, Score]]:
    """The item and one's own answer before, for each of the seats on which a pair is scored again."""
    again = [seat for seat in seats if seat.purpose == Purpose.EXAM and seat.attempt > 1]
    if not again:
        return {}
    pairs, sittings = [seat.pair_id for seat in again], {seat.sitting_id for seat in again}
    items = {
        (item.exam_id, item.pair_id): item
        for item in ExamItem.objects.filter(exam__sittings__in=sittings, pair__in=pairs).select_related("exam")
    }
    scores = Score.objects.filter(seat__sitting__in=sittings, seat__pair__in=pairs, current=True)
    earlier = {
        (score.seat.sitting_id, score.seat.pair_id, score.seat.attempt): score
        for score in scores.select_related("seat__sitting")
    }
    found = {}
    for seat in again:
        score = earlier.get((seat.sitting_id, seat.pair_id, seat.attempt - 1))
        item = items.get((score.seat.sitting.exam_id, seat.pair_id)) if score and score.seat.sitting else None
        if score is not None and item is not None:
            found[seat.pk] = (item, score)
    return found
