"""What a person did so far in a twins campaign."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count

from annotator.models import Membership, Purpose, Seat, SeatState
from annotator.twins.tasks import TwinTask


@dataclass(frozen=True, slots=True)
class OwnTwinAnswers:
    """Clips that the person judged, clips that they described, and captions that they assigned; each answer counts."""

    judged: int
    described: int
    assigned: int


def own_twin_answers(member: Membership) -> OwnTwinAnswers:
    """The person's own answers in the campaign, whatever became of them; one SQL query."""
    answered = (SeatState.SCORED, SeatState.SETTLED)
    mine = Seat.objects.filter(annotator=member, purpose=Purpose.CAMPAIGN, state__in=answered).order_by()
    done = Counter(dict(mine.values_list("pair__query__query_id").annotate(n=Count("pk"))))
    return OwnTwinAnswers(*(done[task.query_id] for task in (TwinTask.JUDGE, TwinTask.CAPTION, TwinTask.ASSIGN)))
