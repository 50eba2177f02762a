"""Sittings with how far they are, and what must be done before one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from annotator.exam.selectors.exams import DONE_STATES, sittings_granted
from annotator.models import Exam, ExamItem, Membership, Seat, SeatState, Sitting, SittingState
from annotator.people.selectors.consents import consent_owed
from annotator.tutorial.selectors import must_take_tutorial


@dataclass(frozen=True, slots=True)
class SittingRow:
    """One sitting: answered of how many first answers, misses still to score again, and sittings granted.

    Of what is still to be scored, `parked` waits for a lead to look at a report.
    """

    sitting: Sitting
    answered: int
    asked: int
    again: int
    parked: int
    granted: int
    last: bool

    @property
    def is_blocked(self) -> bool:
        """Whether the person can answer nothing before a lead has looked at what was reported."""
        return self.parked > 0 and self.parked == self.asked - self.answered + self.again

    @property
    def may_grant(self) -> bool:
        """Whether the person failed and a further sitting would help."""
        return self.last and self.sitting.state == SittingState.FAILED


def missing_step(member: Membership) -> str:
    """What the person must do before the exam; empty if nothing."""
    if consent_owed(member):
        return "agree to the newest version of the consent first"
    return "complete the tutorial first" if must_take_tutorial(member) else ""


def sitting_rows(exam: Exam, sittings: Iterable[Sitting]) -> list[SittingRow]:
    """The sittings with how far they are, in three SQL queries."""
    sittings = list(sittings)
    left_out = ExamItem.objects.filter(Q(dropped=True) | Q(writes=True), exam=exam, pair=OuterRef("pair"))
    seats = Seat.objects.filter(~Exists(left_out), sitting__in=sittings).exclude(state=SeatState.RELEASED)
    is_done, is_first = Q(state__in=DONE_STATES), Q(attempt=1)
    counted = seats.values_list("sitting").annotate(
        answered=Count("pk", filter=is_first & is_done),
        asked=Count("pk", filter=is_first),
        again=Count("pk", filter=~is_first & ~is_done),
        parked=Count("pk", filter=~is_done & Q(pair__parked=True)),
    )
    counts = {sitting: (done, asked, again, parked) for sitting, done, asked, again, parked in counted.order_by()}
    granted = sittings_granted(exam)
    taken = Counter(exam.sittings.values_list("member", flat=True))
    return [
        SittingRow(
            one,
            *counts.get(one.pk, (0, 0, 0, 0)),
            granted=granted[one.member.pseudonym],
            last=one.number == taken[one.member_id],
        )
        for one in sittings
    ]
