"""Searches a campaign's exams for what must not be (R10, I3)."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Exists, F, OuterRef, Q

from annotator.models import ExamItem, ExamState, Purpose, Seat
from annotator.models.exam import OPEN_SITTINGS
from moments.models import Campaign, Split


def exam_breaches(campaign: Campaign) -> Iterator[str]:
    """Each breach as one line that begins with the rule or invariant."""
    items = ExamItem.objects.filter(exam__campaign=campaign)
    judged = ~Q(pair__query__split=Split.EXAM) | Q(pair__batch__isnull=False)
    for exam, pair in items.filter(judged).values_list("exam__number", "pair__number"):
        yield f"I3: pair {pair} of exam {exam} is open for labels too"
    without = items.filter(exam__state=ExamState.FROZEN, dropped=False, truth=None, pair__reference=None)
    for exam, pair in without.values_list("exam__number", "pair__number"):
        yield f"R10: pair {pair} of the frozen exam {exam} has no truth"
    seats = Seat.objects.filter(campaign=campaign, purpose=Purpose.EXAM)
    others = seats.filter(annotator__isnull=False).exclude(annotator=F("sitting__member"))
    for seat in others.values_list("pk", flat=True):
        yield f"R10: exam seat {seat} is held by somebody other than the person in the sitting"
    item = ExamItem.objects.filter(exam=OuterRef("sitting__exam"), pair=OuterRef("pair"))
    for seat in seats.filter(~Exists(item)).values_list("pk", flat=True):
        yield f"R10: exam seat {seat} is on a pair that is not in its exam"
    waiting = seats.filter(state__in=["reserved", "held"]).exclude(sitting__state__in=OPEN_SITTINGS)
    for seat in waiting.values_list("pk", flat=True):
        yield f"R10: exam seat {seat} waits in a sitting that has ended"
