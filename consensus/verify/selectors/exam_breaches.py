"""Searches a campaign's exams for what must not be (R10, I3)."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Exists, F, OuterRef, Q

from annotator.models import ExamItem, ExamState, Purpose, Seat, SittingState
from annotator.models.exam import OPEN_SITTINGS
from annotator.twins.tasks import TwinTask
from moments.models import Campaign, Split


def exam_breaches(campaign: Campaign) -> Iterator[str]:
    """Each breach as one line that begins with the rule or invariant."""
    items = ExamItem.objects.filter(exam__campaign=campaign)
    judged = ~Q(pair__query__split=Split.EXAM) | Q(pair__batch__isnull=False)
    for exam, pair in items.filter(judged).values_list("exam__number", "pair__number"):
        yield f"I3: pair {pair} of exam {exam} is open for labels too"
    known = {"truth": None, "pair__reference": None, "known_case": "", "writes": False}
    without = items.filter(exam__state=ExamState.FROZEN, dropped=False, **known)
    for exam, pair in without.values_list("exam__number", "pair__number"):
        yield f"R10: pair {pair} of the frozen exam {exam} has no truth"
    seats = Seat.objects.filter(campaign=campaign, purpose=Purpose.EXAM)
    others = seats.filter(annotator__isnull=False).exclude(annotator=F("sitting__member"))
    for seat in others.values_list("pk", flat=True):
        yield f"R10: exam seat {seat} is held by somebody other than the person in the sitting"
    item = ExamItem.objects.filter(exam=OuterRef("sitting__exam"), pair=OuterRef("pair"))
    for seat in seats.filter(~Exists(item)).values_list("pk", flat=True):
        yield f"R10: exam seat {seat} is on a pair that is not in its exam"
    going_on = Q(sitting__state__in=OPEN_SITTINGS)
    samples = Q(sitting__state=SittingState.PASSED, pair__query__query_id=TwinTask.CAPTION.exam_query_id)
    waiting = seats.filter(state__in=["reserved", "held"]).exclude(going_on | samples if campaign.is_twin else going_on)
    for seat in waiting.values_list("pk", flat=True):
        yield f"R10: exam seat {seat} waits in a sitting that has ended"
